import type { ReactNode } from "react";

type Props = {
  /** What TanStack's infinite queries say of their next page. */
  pages: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => unknown;
  };
  children: ReactNode;
};

/** Below a list of which there is more, or why the rest did not come. */
export function MoreButton({ pages, children }: Props) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="mt-8 grid justify-items-center gap-3">
      {pages.isFetchNextPageError && (
        <p role="alert" className="font-medium text-error">
          {pages.error?.message}
        </p>
      )}
      <button
        type="button"
        className="btn btn-secondary"
        aria-busy={pages.isFetchingNextPage}
        onClick={() => pages.isFetchingNextPage || pages.fetchNextPage()}
      >
        {children}
      </button>
    </div>
  );
}
