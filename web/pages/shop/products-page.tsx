import { useInfiniteQuery } from "@tanstack/react-query";
import { Loading } from "#web/look/loading.tsx";
import { allPartPages } from "#web/parts/calls.ts";
import { PartGrid } from "#web/parts/part-grid.tsx";
import { NoParts, PartsFailed } from "#web/parts/part-notes.tsx";

export function ProductsPage() {
  return (
    <section className="wide py-12">
      <h1 className="mb-8 text-4xl font-extrabold">All Products</h1>
      <AllParts />
    </section>
  );
}

function AllParts() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    allPartPages(),
  );
  if (!data) return error ? <PartsFailed error={error} retry={refetch} /> : <Loading />;
  const parts = data.pages.flat();
  if (parts.length === 0) return <NoParts />;
  return (
    <>
      <PartGrid parts={parts} heading="h2" />
      {hasNextPage && (
        <p className="mt-10 text-center">
          <button
            type="button"
            className="btn btn-secondary"
            aria-busy={isFetchingNextPage}
            onClick={() => !isFetchingNextPage && fetchNextPage()}
          >
            Show more parts
          </button>
        </p>
      )}
    </>
  );
}
