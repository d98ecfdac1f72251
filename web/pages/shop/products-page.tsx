import { useInfiniteQuery } from "@tanstack/react-query";
import { useFirstSight } from "#web/first-sight.ts";
import { allPartPages } from "#web/parts/calls.ts";
import { PartGrid } from "#web/parts/part-grid.tsx";
import { NoParts, PartsFailed, PartsToCome } from "#web/parts/part-notes.tsx";
import { PageHead } from "./page-head.tsx";

export function ProductsPage() {
  return (
    <div className="wide pb-16 lg:pb-24">
      <PageHead about="Catalogue" title="All Products">
        <p>Minimum order, stock and price of every part, as they are at this moment.</p>
      </PageHead>
      <AllParts />
    </div>
  );
}

function AllParts() {
  const parts = useInfiniteQuery(allPartPages());
  const all = parts.data?.pages.flat();
  const shown = useFirstSight(all, import.meta.env.SSR ? all : all?.slice(0, inSight()));
  if (!all || !shown) {
    return parts.error || parts.errorUpdateCount > 0 ? (
      <PartsFailed error={parts.error} retry={parts.refetch} />
    ) : (
      <PartsToCome />
    );
  }
  if (all.length === 0) return <NoParts />;
  return (
    <>
      <PartGrid parts={shown} heading="h2" eager />
      {parts.isFetchNextPageError && (
        <div className="mt-10">
          <PartsFailed error={parts.error} retry={parts.fetchNextPage} />
        </div>
      )}
      {parts.hasNextPage && !parts.isFetchNextPageError && (
        <p className="mt-10 text-center">
          <button
            type="button"
            className="btn btn-secondary btn-lg"
            aria-busy={parts.isFetchingNextPage}
            onClick={() => !parts.isFetchingNextPage && parts.fetchNextPage()}
          >
            Show more parts
          </button>
        </p>
      )}
    </>
  );
}

/** As many as the screen can show at once, and none that is only fetched to be hidden. */
function inSight(): number {
  const columns = innerWidth < 768 ? 1 : 3;
  return columns * Math.ceil(innerHeight / 450);
}
