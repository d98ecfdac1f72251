// How high the entries of a list were when somebody left it. Who comes back finds all of them as high
// before they are rendered, and so the place where they were.
import { type RefObject, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { scrolledAt } from "./scroll.ts";

type Kept = {
  /** From the top of the page to the list. */
  top: number;
  heights: number[];
};

/** By the place in the browser's history. */
const kept = new Map<string, Kept>();
const most = 20;

export type Left = Kept & { scrolled: number };
type List = RefObject<HTMLElement | null>;

/** Those of the list as it was left at this place; from now on, they are kept anew. */
export function useKeptHeights(list: List | undefined, many: number): Left | undefined {
  const { key } = useLocation();
  const [before] = useState(() => {
    const known = list && kept.get(key);
    return known && { ...known, heights: [...known.heights], scrolled: scrolledAt(key) ?? 0 };
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: when there are more, they are kept, too
  useEffect(() => {
    const shown = list?.current;
    if (!shown) return;
    const entries = [...shown.children];
    // Told after the layout that there is anyhow.
    const observer = new ResizeObserver((changed) => {
      // What is taken away has no height any more.
      if (!shown.isConnected) return;
      const now = kept.get(key) ?? { top: 0, heights: [] };
      now.top = shown.getBoundingClientRect().top + scrollY;
      for (const { target, contentRect } of changed) {
        now.heights[entries.indexOf(target)] = contentRect.height;
      }
      keep(key, now);
    });
    for (const entry of entries) observer.observe(entry);
    return () => observer.disconnect();
  }, [list, key, many]);

  return before;
}

function keep(key: string, now: Kept): void {
  kept.delete(key);
  kept.set(key, now);
  const [oldest = ""] = kept.keys();
  if (kept.size > most) kept.delete(oldest);
}
