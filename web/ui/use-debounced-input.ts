import { useEffect, useEffectEvent, useState } from "react";

const debounceMs = 250;

/** Typing changes the URL after a pause; Back replaces the text. */
export function useDebouncedInput(value: string, onSettled: (text: string) => void) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState({ value, sent: value });
  if (value !== known.value) {
    setKnown({ value, sent: value });
    if (value !== known.sent) setText(value);
  }
  const settle = useEffectEvent((sent: string) => {
    setKnown({ ...known, sent });
    onSettled(sent);
  });
  useEffect(() => {
    const sent = text.trim();
    if (sent === known.sent) return;
    const timer = setTimeout(() => settle(sent), debounceMs);
    return () => clearTimeout(timer);
  }, [text, known.sent]);
  return { text, setText };
}
