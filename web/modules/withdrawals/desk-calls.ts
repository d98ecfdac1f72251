import { keepPreviousData } from "@tanstack/react-query";
import { type WithdrawalView, withdrawalCalls } from "#contract/withdrawals.ts";
import { call, callInTime, pagedQuery } from "#web/app/call.ts";
import { filePath } from "#web/app/file-path.ts";

const perPage = 50;

type View = { q: string; sort: string; view: WithdrawalView };

function toFilters({ q, sort, view }: View) {
  const sorted = (["number", "number-down"] as const).find((each) => each === sort);
  return { view, ...(q && { q }), ...(sorted && { sort: sorted }) };
}

export function withdrawalPages(view: View) {
  const filters = toFilters(view);
  return {
    ...pagedQuery(["withdrawals", filters], perPage, (page, signal) =>
      call(withdrawalCalls.list, { query: { ...page, ...filters } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export const withdrawalsFile = (view: View, columns: string[]) =>
  filePath(withdrawalCalls.file, toFilters(view), columns);

export const answerWithdrawal = (id: string, answered: boolean) =>
  callInTime(withdrawalCalls.answer, { params: { id }, body: { answered } });
