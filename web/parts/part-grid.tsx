import { useRef } from "react";
import type { Part } from "#contract/parts.ts";
import { useIsWhole } from "#web/first-sight.ts";
import { type Left, useKeptHeights } from "#web/kept-heights.ts";
import { PartCard } from "./part-card.tsx";

type Props = {
  parts: Part[];
  /** The rank of each part's name on its page. */
  heading: "h2" | "h3";
  /**
   * It is what its page is about: the pictures of its first row are fetched at once, and not only as
   * they come into view, and who comes back finds it as it was left.
   */
  main?: boolean;
};

/** As many as stand in a row where there is room for it; else it is one. */
const row = 3;

/** Cells of one table: hairlines, no gaps. */
export function PartGrid({ parts, heading, main = false }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const left = useKeptHeights(main ? list : undefined, parts.length);
  const isWhole = useIsWhole(left !== undefined);
  const isShown = isWhole ? () => true : left ? inSightAgain(left) : inSight();
  const isEager = (index: number) => main && index < row && (index === 0 || "where-wide");
  return (
    <ul ref={list} className="grid grid-cols-1 border-s border-t border-base-300 md:grid-cols-3">
      {parts.map((part, index) => (
        <li key={part._id} className="min-w-0 border-e border-b border-base-300">
          {isShown(index) ? (
            <PartCard part={part} eager={isEager(index)} heading={heading} />
          ) : (
            <div style={{ height: left?.heights[index] ?? card }} />
          )}
        </li>
      ))}
    </ul>
  );
}

type IsShown = (index: number) => boolean;

/** In pixels, roughly: what stands above the list, and a card. */
const [above, card] = [250, 600];

/** What the screen can show of a list that begins on it. */
function inSight(): IsShown {
  const rows = Math.max(1, Math.ceil((innerHeight - above) / card));
  return (index) => index < rows * columns();
}

/** What it showed when the list was left. */
function inSightAgain({ top, heights, scrolled }: Left): IsShown {
  const shown = new Set<number>();
  for (let at = 0, y = top; at < heights.length; at += columns()) {
    const cells = heights.slice(at, at + columns());
    const bottom = y + Math.max(...cells);
    const isSeen = bottom > scrolled && y < scrolled + innerHeight;
    for (const cell of cells.keys()) if (isSeen) shown.add(at + cell);
    y = bottom;
  }
  return (index) => shown.has(index);
}

function columns(): number {
  return innerWidth < 768 ? 1 : row;
}
