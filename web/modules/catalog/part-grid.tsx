import type { Part } from "#contract/catalog.ts";
import { PartCard } from "./part-card.tsx";

type Props = {
  parts: Part[];
  /** The rank of each part's name on its page. */
  heading: "h2" | "h3";
  /** The page is about this list: the pictures of its first row are fetched at once. */
  main?: boolean;
};

/** Columns where there is room for them; else there is one. */
const columns = 3;

/** Cells of one table: hairlines, no gaps. */
export function PartGrid({ parts, heading, main = false }: Props) {
  const isEager = (index: number) => main && index < columns && (index === 0 || "where-wide");
  return (
    <ul className="grid grid-cols-1 border-s border-t border-base-300 md:grid-cols-3">
      {parts.map((part, index) => (
        <li key={part._id} className="min-w-0 border-e border-b border-base-300">
          <PartCard part={part} eager={isEager(index)} heading={heading} />
        </li>
      ))}
    </ul>
  );
}
