import { useEffect, useEffectEvent, useState } from "react";
import { useNavigation } from "react-router";

const debounceMs = 250;

/** Typing changes the URL after a pause; Back replaces the text. */
export function useDebouncedInput(value: string, onSettled: (text: string) => void) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState({ value, sent: value });
  if (value !== known.value) {
    setKnown({ value, sent: value });
    if (value !== known.sent) setText(value);
  }
  const isLeaving = useNavigation().state !== "idle";
  const settle = useEffectEvent((sent: string) => {
    setKnown({ ...known, sent });
    onSettled(sent);
  });
  useEffect(() => {
    const sent = text.trim();
    // It would take the place of the page that was asked for meanwhile.
    if (sent === known.sent || isLeaving) return;
    const timer = setTimeout(() => settle(sent), debounceMs);
    return () => clearTimeout(timer);
  }, [text, known.sent, isLeaving]);
  return { text, setText };
}
