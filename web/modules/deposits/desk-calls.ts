import { keepPreviousData } from "@tanstack/react-query";
import { type DepositView, depositCalls } from "#contract/deposits.ts";
import { call, pagedQuery } from "#web/app/call.ts";
import { filePath } from "#web/app/file-path.ts";

const perPage = 50;

type View = { q: string; view: DepositView };

export function depositPages({ q, view }: View) {
  return {
    ...pagedQuery(["returns", "all-deposits", q, view], perPage, (page, signal) =>
      call(depositCalls.list, { query: { ...page, q: q || undefined, view } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export const depositsFilePath = (view: View, columns: string[]) =>
  filePath(depositCalls.file, view, columns);
