import type { Overview } from "#contract/overview.ts";
import { formatCount } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { manageProductPath } from "#web/app/paths.ts";

export function BestSellers({ sellers }: { sellers: Overview["bestSellers"] }) {
  return (
    <section aria-labelledby="best-sellers">
      <h3 id="best-sellers" className="border-b border-base-content pb-2 text-lg font-bold">
        Best sellers
      </h3>
      {sellers === null && <p className="pt-3">–, because they could not be read.</p>}
      {sellers?.length === 0 && (
        <p className="pt-3 text-base-content/80">Nothing was sold in this time.</p>
      )}
      <ol>
        {sellers?.map(({ _id, number, name, pieces }) => (
          <li key={_id} className="border-b border-base-300">
            <PageLink
              to={manageProductPath(_id)}
              className="flex min-h-11 items-center gap-3 py-1.5 hover:bg-base-200"
            >
              <span className="font-mono text-sm whitespace-nowrap">{number}</span>
              <span className="min-w-0 grow wrap-anywhere">{name}</span>
              <span className="font-semibold tabular-nums">
                {formatCount(pieces)}
                <span className="sr-only"> sold</span>
              </span>
            </PageLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
