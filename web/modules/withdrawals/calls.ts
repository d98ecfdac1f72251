import { type NewWithdrawal, withdrawalCalls } from "#contract/withdrawals.ts";
import { callInTime } from "#web/app/call.ts";
import { download } from "#web/app/download.ts";

export const stateWithdrawal = (body: NewWithdrawal) => callInTime(withdrawalCalls.state, { body });

export const confirmWithdrawal = (token: string) =>
  callInTime(withdrawalCalls.confirm, { body: { token } });

export const downloadReceipt = (key: string) => download("/api/withdrawals/receipt.pdf", { key });
