import type { Overview } from "#contract/overview.ts";
import { formatCount, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";

export function TodaysFigures({ overview: { figures, toDo } }: { overview: Overview }) {
  const shown = {
    "Orders today": write(figures?.orders.now, formatCount),
    "Paid today": write(figures?.paid.now, (amount) => `$${formatDollars(amount)}`),
    "To ship": write(toDo.toShip, formatCount),
  };
  return (
    <section aria-label="Today" className="mb-8 grid gap-4">
      <dl className="grid border-s border-t border-base-300 sm:grid-cols-3">
        {Object.entries(shown).map(([label, figure]) => (
          <div key={label} className="border-e border-b border-base-300 px-4 py-3">
            <dt className="text-sm">{label}</dt>
            <dd className="font-display text-xl font-extrabold wrap-anywhere">{figure}</dd>
          </div>
        ))}
      </dl>
      <PageLink to={paths.overview} className="btn btn-secondary justify-self-start">
        Open Overview
      </PageLink>
    </section>
  );
}

/** Without a figure it could not be read. */
function write(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? "–" : format(value);
}
