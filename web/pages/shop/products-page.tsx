import { useInfiniteQuery } from "@tanstack/react-query";
import { allPartPages } from "#web/modules/catalog/calls.ts";
import { PartGrid } from "#web/modules/catalog/part-grid.tsx";
import { NoParts, PartsFailed, PartsLoading } from "#web/modules/catalog/part-notes.tsx";
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
  if (!all) {
    return parts.error || parts.errorUpdateCount > 0 ? (
      <PartsFailed error={parts.error} retry={parts.refetch} />
    ) : (
      <PartsLoading />
    );
  }
  if (all.length === 0) return <NoParts />;
  return (
    <>
      <PartGrid parts={all} heading="h2" main />
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
