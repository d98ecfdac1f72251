import type { PartPage } from "#contract/catalog.ts";
import { PartLink } from "./part-link.tsx";

type Step = PartPage["chain"][number];

/** Which part replaced which, the oldest step first. */
export function PartHistory({ part }: { part: PartPage }) {
  const steps = part.chain.toSorted((one, other) => one.since.localeCompare(other.since));
  return (
    <ol className="divide-y divide-base-300 border-b border-base-300">
      {steps.map((step) => (
        <li key={`${step.old._id} ${step.choice} ${step.new._id}`} className="grid gap-1 py-3">
          <p>
            <Named part={step.old} shown={part} />{" "}
            {step.bothWays ? "is interchangeable with" : "was replaced by"}{" "}
            {step.quantity > 1 && `${step.quantity} × `}
            <Named part={step.new} shown={part} />
          </p>
          <p className="text-sm text-base-content/75">
            Since <time dateTime={step.since}>{writeDate(step.since)}</time>
            {step.reason !== "" && `: ${step.reason}`}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** The part of this page needs no link. */
function Named({ part, shown }: { part: Step["old"]; shown: PartPage }) {
  if (part._id !== shown._id) return <PartLink part={part} />;
  return <strong className="font-mono">{part.number}</strong>;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "2023-04-01" → "1 Apr 2023", the same on the server and in every browser. */
function writeDate(date: string): string {
  const [year, month, day] = date.split("-").map(Number);
  return `${day} ${months[(month ?? 1) - 1]} ${year}`;
}
