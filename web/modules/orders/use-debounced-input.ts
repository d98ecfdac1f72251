import { useEffect, useEffectEvent, useState } from "react";

/** Nobody is asked for half a word. */
const pause = 250;

/**
 * What is being typed into a field whose value stands elsewhere, as in the address: it is told a
 * moment after the last key, and what changes there meanwhile (by Back) counts.
 */
export function useDebouncedInput(value: string, tell: (text: string) => void) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState({ value, told: value });
  if (value !== known.value) {
    setKnown({ value, told: value });
    if (value !== known.told) setText(value);
  }
  const tellNow = useEffectEvent((told: string) => {
    setKnown({ ...known, told });
    tell(told);
  });
  useEffect(() => {
    const told = text.trim();
    if (told === known.told) return;
    const timer = setTimeout(() => tellNow(told), pause);
    return () => clearTimeout(timer);
  }, [text, known.told]);
  return { text, setText };
}
