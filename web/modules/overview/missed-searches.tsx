import type { Overview } from "#contract/overview.ts";
import { formatCount } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, searchPath } from "#web/app/paths.ts";

export function MissedSearches({ missed }: Pick<Overview, "missed">) {
  return (
    <section aria-labelledby="missed-searches">
      <div className="flex items-end justify-between gap-4 border-b border-base-content">
        <h3 id="missed-searches" className="pb-2 text-lg font-bold">
          Searched, not found
        </h3>
        <PageLink
          to={paths.missedSearches}
          className="link inline-flex min-h-11 items-center text-sm"
        >
          All of them
        </PageLink>
      </div>
      {missed === null && <p className="pt-3">–, because they could not be read.</p>}
      {missed?.length === 0 && (
        <p className="pt-3 text-base-content/80">All searches found something.</p>
      )}
      <ol>
        {missed?.map(({ term, count }) => (
          <li key={term} className="border-b border-base-300">
            <PageLink
              to={searchPath(term)}
              className="flex min-h-11 items-center gap-3 py-1.5 hover:bg-base-200"
            >
              <span className="min-w-0 grow wrap-anywhere">“{term}”</span>
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
