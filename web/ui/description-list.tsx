import type { ReactNode } from "react";

export function DescriptionList({ lines }: { lines: Record<string, ReactNode> }) {
  return (
    <dl className="divide-y divide-base-300 border-y border-base-300">
      {Object.entries(lines).map(([name, value]) => (
        <div key={name} className="grid gap-x-6 gap-y-0.5 py-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-sm font-semibold text-base-content/75 sm:pt-0.5">{name}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">
            {value || <span className="text-base-content/75">Nothing here yet</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
