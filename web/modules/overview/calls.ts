import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { overviewCalls, type Period } from "#contract/overview.ts";
import { call } from "#web/app/call.ts";

/** Jobs, reconciliation and the clock tell nobody. */
const refetchMs = 15_000;

export const waitingWork = () =>
  queryOptions({
    queryKey: ["overview", "waiting"],
    queryFn: ({ signal }) => call(overviewCalls.waiting, {}, signal),
    refetchInterval: 4 * refetchMs,
  });

export function overviewOf(period: Period) {
  return queryOptions({
    queryKey: ["overview", period],
    queryFn: ({ signal }) => call(overviewCalls.read, { query: { period } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: refetchMs,
  });
}
