// The first thing that a person does on the page. Machines that only look at it do nothing.
const signs = [
  "pointermove",
  "pointerdown",
  "keydown",
  "scroll",
  "wheel",
  "focusin",
  "click",
] as const;
/** Before whatever the sign leads to, such as another page. */
const heard = { capture: true, passive: true };

let isHere = false;
const listeners = new Set<() => void>();

/** At once, if there was one. */
export function onFirstSign(listener: () => void): void {
  if (isHere) listener();
  else listeners.add(listener);
}

function hear(): void {
  isHere = true;
  for (const sign of signs) removeEventListener(sign, hear, heard);
  for (const listener of listeners) listener();
  listeners.clear();
}

if (!import.meta.env.SSR) for (const sign of signs) addEventListener(sign, hear, heard);
