import { useEffect, useEffectEvent, useState } from "react";

const pause = 250;

/**
 * For a field whose value is kept in the address: typing changes it after a pause, and changes from
 * elsewhere (Back) replace the text.
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
