import { useId } from "react";
import type { Difference } from "#contract/reconciliation.ts";
import { PageLink } from "#web/app/page-link.tsx";

type Props = { title: string; found: Difference[]; orderPath: (id: string) => string };

export function DifferenceList({ title, found, orderPath }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8">
      <h3 id={id} className="mb-3 text-lg font-bold">
        {title}
      </h3>
      <ul aria-labelledby={id} className="divide-y divide-base-300 border-y border-base-300">
        {found.map((each) => (
          <li key={`${each.kind} ${each.about} ${each.says}`} className="grid gap-2 py-5">
            <p className="max-w-prose font-semibold wrap-anywhere">{each.says}</p>
            <Remedy text={each.remedy} />
            {isAboutOrder(each) && (
              <p>
                <PageLink
                  to={orderPath(each.about)}
                  className="link inline-flex min-h-11 items-center font-medium"
                >
                  Open the order
                </PageLink>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Commands stand between backticks. */
function Remedy({ text }: { text: string }) {
  const pieces = text.split("`").map((piece, at) => ({ piece, at, isCode: at % 2 === 1 }));
  return (
    <div className="max-w-prose text-base-content/80 wrap-anywhere">
      {pieces.map(({ piece, at, isCode }) =>
        isCode ? (
          <code key={at} className="mt-2 block bg-base-200 p-3 text-sm">
            {piece}
          </code>
        ) : (
          <span key={at}>{piece}</span>
        ),
      )}
    </div>
  );
}

/** Others concern an order, an unassigned payment, or nothing in particular. */
const aboutOthers = [
  "stock-unaccounted",
  "stock-reserved-differs",
  "stock-shown-differs",
  "stock-negative",
  "order-sums-differ",
];

function isAboutOrder({ kind, about }: Difference): boolean {
  return /^[0-9a-f-]{36}$/.test(about) && !aboutOthers.includes(kind);
}
