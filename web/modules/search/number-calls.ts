import { queryOptions } from "@tanstack/react-query";
import { numberPageCalls } from "#contract/number-page.ts";
import { call, isRefusedAs } from "#web/app/call.ts";

export function partsByNumber(number: string) {
  return queryOptions({
    queryKey: ["numbers", number],
    queryFn: ({ signal }) =>
      call(numberPageCalls.one, { params: { number } }, signal).catch((error) => {
        if (isRefusedAs(error, "not-found")) return null;
        throw error;
      }),
  });
}
