import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type DepositView, depositCalls } from "#contract/deposits.ts";
import { returnCalls } from "#contract/returns.ts";
import { call, callInTime, pagedQuery } from "#web/app/call.ts";
import { filePath } from "#web/app/file-path.ts";

/** Of a person: nothing of it is shown to the next one. */
export function ownDeposits(personId: string) {
  return queryOptions({
    queryKey: ["returns", "deposits", personId],
    queryFn: ({ signal }) => call(depositCalls.own, {}, signal),
    staleTime: 0,
  });
}

const perPage = 50;

export function depositPages({ q, view }: { q: string; view: DepositView }) {
  return {
    ...pagedQuery(["returns", "all-deposits", q, view], perPage, (page, signal) =>
      call(depositCalls.list, { query: { ...page, q: q || undefined, view } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

type View = { q: string; view: DepositView };

export const depositsFilePath = (view: View, columns: string[]) =>
  filePath(depositCalls.file.path, view, columns);

type Cores = { key: string; line: string; quantity: number };

export const announceCores = (orderId: string, { key, line, quantity }: Cores) =>
  callInTime(returnCalls.ask, {
    params: { id: orderId },
    body: { key, lines: [{ line, quantity, reason: "core", note: "" }] },
  });
