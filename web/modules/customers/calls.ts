import { queryOptions } from "@tanstack/react-query";
import { userCalls } from "#contract/customers.ts";
import { call, pagedQuery } from "#web/app/call.ts";

export function peoplePages() {
  return pagedQuery(["users", "all"], 50, (query, signal) =>
    call(userCalls.list, { query }, signal),
  );
}

export function ownProfile(email: string) {
  return queryOptions({
    queryKey: ["profile", email],
    queryFn: ({ signal }) => call(userCalls.profile, { params: { email } }, signal),
    // It may have been changed in another browser.
    staleTime: 0,
  });
}
