import { infiniteQueryOptions } from "@tanstack/react-query";
import { auditCalls, auditEntriesPerPage } from "#contract/audit.ts";
import { call } from "#web/app/call.ts";

/** All that admins did, a page at a time, the newest first. */
export function auditPages() {
  return infiniteQueryOptions({
    queryKey: ["audit"],
    queryFn: ({ pageParam, signal }) =>
      call(auditCalls.list, { query: { limit: auditEntriesPerPage, after: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.length < auditEntriesPerPage ? undefined : last.at(-1)?._id),
    // No push tells of it: whoever opens the page wants what is there now.
    staleTime: 0,
  });
}
