import type { ReactNode } from "react";
import type { Part } from "#contract/catalog.ts";
import { formatCount } from "#web/app/format.ts";

/** What a workshop must know of a part before it orders. */
export function PartDetails({ part }: { part: Part }) {
  return (
    <div className="grid gap-6">
      <dl className="divide-y divide-base-300 border-y border-base-300">
        <Fact label="minimum Quantity">{pieces(part.minimumQuantity)}</Fact>
        <Fact label="Availabl Quantity">{pieces(part.availablQuantity)}</Fact>
      </dl>
      {part.description && (
        <p
          className="max-w-prose leading-relaxed whitespace-pre-line wrap-anywhere text-base-content/85"
          dir="auto"
        >
          {part.description}
        </p>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="text-base-content/75">{label}</dt>
      <dd className="text-lg font-bold">{children}</dd>
    </div>
  );
}

function pieces(count: number): string {
  return formatCount(count);
}
