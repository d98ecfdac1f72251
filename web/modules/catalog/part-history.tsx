// What a part replaced, and what replaced it.
import { Fragment } from "react";
import type { LinkedPart, PartPage } from "#contract/catalog.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { writeDate } from "#web/app/write-date.ts";

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

/** Alternatives, each of parts that are needed together. */
export function PartSuccessors({ successors }: Pick<PartPage, "successors">) {
  return (
    <div className="grid gap-2">
      {successors.map((together, index) => (
        <Fragment key={together.map(({ part }) => part._id).join()}>
          {index > 0 && <p className="text-sm text-base-content/75">or</p>}
          <ul className="grid gap-1">
            {together.map(({ part, quantity }) => (
              <li key={part._id}>
                {quantity > 1 && `${quantity} × `}
                <PartLink part={part} />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}

function PartLink({ part }: { part: Pick<LinkedPart, "number" | "name"> }) {
  return (
    <PageLink to={partPath(part)} className="link wrap-anywhere">
      <span className="font-mono whitespace-nowrap">{part.number}</span>{" "}
      <span dir="auto">{part.name}</span>
    </PageLink>
  );
}
