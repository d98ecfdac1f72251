import { useEffect, useEffectEvent, useState } from "react";

const pauseMs = 250;

/**
 * For a field whose value is kept in the address: typing changes it after a pause, and changes from
 * elsewhere (Back) replace the text.
 */
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
    const timer = setTimeout(() => settle(sent), pauseMs);
    return () => clearTimeout(timer);
  }, [text, known.sent]);
  return { text, setText };
}
