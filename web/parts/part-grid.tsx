import type { Part } from "#contract/parts.ts";
import { PartCard } from "./part-card.tsx";

type Props = {
  parts: Part[];
  /** The rank of each part's name on its page. */
  heading: "h2" | "h3";
  /** Pictures that are fetched at once; the others are as they come into view. */
  eager?: number;
};

/** Cells of one table: hairlines, no gaps. */
export function PartGrid({ parts, heading, eager = 0 }: Props) {
  return (
    <ul className="grid grid-cols-1 border-s border-t border-base-300 md:grid-cols-3">
      {parts.map((part, index) => (
        <li key={part._id} className="min-w-0 border-e border-b border-base-300">
          <PartCard part={part} eager={index < eager} heading={heading} />
        </li>
      ))}
    </ul>
  );
}
