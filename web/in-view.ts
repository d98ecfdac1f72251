// Who is told that an element has come into view: once, when the browser has nothing else to do, and
// not before the person has done something here.
import { onFirstSign } from "./first-sign.ts";

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Answers how to be told no more. */
export function onInView(element: Element, tell: () => void): () => void {
  waiting.set(element, tell);
  onFirstSign(watch);
  observer?.observe(element);
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
}

function watch(): void {
  if (observer) return;
  observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      const tell = waiting.get(target);
      waiting.delete(target);
      observer?.unobserve(target);
      if (tell) whenIdle(tell);
    }
  });
  for (const element of waiting.keys()) observer.observe(element);
}

/** Safari has no idle callbacks. */
export function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: 3_000 });
  else setTimeout(act, 1_000);
}
