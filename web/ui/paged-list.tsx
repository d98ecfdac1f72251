import type { ReactNode } from "react";
import { InlineLoading, LoadFailed, Note } from "./placeholder.tsx";

type Pages<Item> = {
  data: { pages: { items: Item[] }[] } | undefined;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

type Props<Item> = {
  query: Pages<Item>;
  failed: string;
  more: string;
  children: (items: Item[]) => ReactNode;
};

export function PagedList<Item>({ query, failed, more, children }: Props<Item>) {
  const { data, error, refetch } = query;
  if (!data) {
    if (!error) return <InlineLoading />;
    const problem = searchProblem(error);
    if (problem)
      return (
        <Note title="Please change your search" alert>
          <p>{problem}</p>
        </Note>
      );
    return <LoadFailed title={failed} error={error} retry={refetch} />;
  }
  return (
    <>
      {children(data.pages.flatMap(({ items }) => items))}
      <MoreButton query={query}>{more}</MoreButton>
    </>
  );
}

/** Trying a refused search again does not help. */
const searchProblem = (error: Error & { fields?: { q?: string } }) => error.fields?.q;

export function MoreButton({ query, children }: { query: Pages<unknown>; children: string }) {
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-8 grid justify-items-center gap-3">
      {query.isFetchNextPageError && (
        <p role="alert" className="font-medium text-error">
          {query.error?.message}
        </p>
      )}
      <button
        type="button"
        className="btn btn-secondary"
        aria-busy={query.isFetchingNextPage}
        onClick={() => query.isFetchingNextPage || query.fetchNextPage()}
      >
        {children}
      </button>
    </div>
  );
}
