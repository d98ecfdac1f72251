import { queryOptions } from "@tanstack/react-query";
import { identityCalls } from "#contract/identity.ts";
import { call } from "#web/app/call.ts";

export function ownSessions() {
  return queryOptions({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => call(identityCalls.sessions, {}, signal),
    // Others sign in elsewhere without a message to this page.
    staleTime: 0,
  });
}
