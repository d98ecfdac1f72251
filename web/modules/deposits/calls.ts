import { queryOptions } from "@tanstack/react-query";
import { depositCalls } from "#contract/deposits.ts";
import { returnCalls } from "#contract/returns.ts";
import { call, callInTime } from "#web/app/call.ts";

export function ownDeposits(personId: string) {
  return queryOptions({
    queryKey: ["returns", "deposits", personId],
    queryFn: ({ signal }) => call(depositCalls.own, {}, signal),
    staleTime: 0,
  });
}

type Cores = { key: string; line: string; quantity: number };

export const announceCores = (orderId: string, { key, line, quantity }: Cores) =>
  callInTime(returnCalls.ask, {
    params: { id: orderId },
    body: { key, lines: [{ line, quantity, reason: "core", note: "" }] },
  });
