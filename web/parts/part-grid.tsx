import type { Part } from "#contract/parts.ts";
import { PartCard } from "./part-card.tsx";

/** The first row is fetched at once, the others as they come into view. */
const firstRow = 3;

type Props = {
  parts: Part[] /** The rank of each part's name on its page. */;
  heading: "h2" | "h3";
};

export function PartGrid({ parts, heading }: Props) {
  return (
    <ul className="grid grid-cols-1 gap-6 md:grid-cols-3">
      {parts.map((part, index) => (
        <li key={part._id}>
          <PartCard part={part} eager={index < firstRow} heading={heading} />
        </li>
      ))}
    </ul>
  );
}
