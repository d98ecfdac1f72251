import { keepPreviousData } from "@tanstack/react-query";
import { type NewWithdrawal, type WithdrawalView, withdrawalCalls } from "#contract/withdrawals.ts";
import { call, callInTime, pagedQuery } from "#web/app/call.ts";
import { download } from "#web/app/download.ts";

const perPage = 50;

export function withdrawalPages(view: WithdrawalView) {
  return {
    ...pagedQuery(["withdrawals", view], perPage, (page, signal) =>
      call(withdrawalCalls.list, { query: { ...page, view } }, signal),
    ),
    placeholderData: keepPreviousData,
  };
}

export const stateWithdrawal = (body: NewWithdrawal) => callInTime(withdrawalCalls.state, { body });

export const downloadReceipt = (key: string) => download("/api/withdrawals/receipt.pdf", { key });

export const answerWithdrawal = (id: string, answered: boolean) =>
  callInTime(withdrawalCalls.answer, { params: { id }, body: { answered } });
