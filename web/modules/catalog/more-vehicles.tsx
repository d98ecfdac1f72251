import { useInfiniteQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import type { ListedVehicles } from "#contract/catalog.ts";
import { fitAnswerCalls } from "#contract/fit-answers.ts";
import { call } from "#web/app/call.ts";
import { LoadFailed } from "#web/ui/placeholder.tsx";

type Props = {
  part: string;
  after: string;
  show: (lines: ListedVehicles["lines"]) => ReactNode;
};

export function MoreVehicles({ part, after, show }: Props) {
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ["fit", "vehicles-of", part, after],
    queryFn: ({ pageParam, signal }) =>
      call(fitAnswerCalls.ofPart, { params: { id: part }, query: { after: pageParam } }, signal),
    initialPageParam: after,
    getNextPageParam: ({ next }) => next,
    enabled: false,
  });
  if (error) {
    return <LoadFailed title="The rest could not be fetched" error={error} retry={refetch} />;
  }
  return (
    <>
      {data?.pages.map(({ lines, next }) => (
        <Fragment key={next}>{show(lines)}</Fragment>
      ))}
      {(hasNextPage || !data) && (
        <button
          type="button"
          className="link min-h-11 text-sm"
          aria-busy={isFetching}
          onClick={() => isFetching || void fetchNextPage()}
        >
          Show more
        </button>
      )}
    </>
  );
}
