import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useNavigationType } from "react-router";
import type { Part } from "#contract/parts.ts";
import { allPartPages } from "#web/parts/calls.ts";
import { PartGrid } from "#web/parts/part-grid.tsx";
import { NoParts, PartsFailed, PartsToCome } from "#web/parts/part-notes.tsx";
import { PageHead } from "./page-head.tsx";

/** As many as a large screen shows at once. */
const firstSight = 9;

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
  const shown = useFewFirst(all);
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

/**
 * Who comes from another page sees the first ones at once, and the others are there a moment later.
 * Who comes back finds all of them, and so the place where they were.
 */
function useFewFirst(parts: Part[] | undefined): Part[] | undefined {
  const comesNew = useNavigationType() !== "POP";
  return useDeferredValue(parts, comesNew ? parts?.slice(0, firstSight) : parts);
}
