import { useEffect, useState } from "react";

/** What is typed, a moment after the last key: half an address or half a word is neither. */
export function useDebounced(text: string, pause = 300): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return settled;
}
