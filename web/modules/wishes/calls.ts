import { queryOptions } from "@tanstack/react-query";
import { wishCalls } from "#contract/wishes.ts";
import { call } from "#web/app/call.ts";

export function ownWishes() {
  return queryOptions({
    queryKey: ["wishes"],
    queryFn: ({ signal }) => call(wishCalls.list, {}, signal),
    // Nothing is pushed: another tab or device may have changed it.
    staleTime: 10_000,
  });
}
