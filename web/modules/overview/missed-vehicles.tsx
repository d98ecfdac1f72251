import type { Overview } from "#contract/overview.ts";
import { formatCount } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, vehiclesPath } from "#web/app/paths.ts";

export function MissedVehicles({ missed }: { missed: Overview["missedVehicles"] }) {
  return (
    <section aria-labelledby="missed-vehicles">
      <div className="flex items-end justify-between gap-4 border-b border-base-content">
        <h3 id="missed-vehicles" className="pb-2 text-lg font-bold">
          Vehicles without a part
        </h3>
        <PageLink
          to={paths.missedVehicles}
          className="link inline-flex min-h-11 items-center text-sm"
        >
          All of them
        </PageLink>
      </div>
      {missed === null && <p className="pt-3">–, because they could not be read.</p>}
      {missed?.length === 0 && (
        <p className="pt-3 text-base-content/80">
          There was a part for every vehicle that was asked for.
        </p>
      )}
      <ol>
        {missed?.map(({ id, make, model, year, count }) => (
          <li key={id} className="border-b border-base-300">
            <PageLink
              to={vehiclesPath(make.slug, model.slug, `${year}`)}
              className="flex min-h-11 items-center gap-3 py-1.5 hover:bg-base-200"
            >
              <span className="min-w-0 grow wrap-anywhere">
                {year} {make.name} {model.name}
              </span>
              <span className="font-semibold tabular-nums">
                {formatCount(count)}
                <span className="sr-only"> times</span>
              </span>
            </PageLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
