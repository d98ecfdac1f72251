import { queryOptions } from "@tanstack/react-query";
import { reconciliationCalls } from "#contract/reconciliation.ts";
import { call } from "#web/app/call.ts";

const refetchMs = 15_000;

/** Not pushed: a new check exists every minute. */
export function latestCheck() {
  return queryOptions({
    queryKey: ["reconciliation"],
    queryFn: ({ signal }) => call(reconciliationCalls.latest, {}, signal),
    staleTime: 0,
    refetchInterval: refetchMs,
  });
}

export function runFullCheck() {
  return call(reconciliationCalls.check, {});
}
