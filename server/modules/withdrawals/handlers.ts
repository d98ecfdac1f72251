import { eq } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import { withdrawalsTag } from "#contract/tags.ts";
import type { Withdrawal, WithdrawalFileColumn, withdrawalCalls } from "#contract/withdrawals.ts";
import type { Context } from "#server/context.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { type FileColumns, sendColumns } from "#server/platform/http/send-csv.ts";
import { confirmWithdrawal } from "./confirm-withdrawal.ts";
import { listWithdrawals } from "./list-withdrawals.ts";
import { sendReceipt } from "./send-receipt.ts";
import { stateWithdrawal } from "./state-withdrawal.ts";
import { withdrawals } from "./tables.ts";

const noSuchWithdrawal = refuse("not-found", "There is no such withdrawal.");

export function withdrawalHandlers(context: Context): Handlers<typeof withdrawalCalls> {
  const { db } = context;
  return {
    state: stateWithdrawal(context),
    confirm: confirmWithdrawal(context),
    receiptFile: sendReceipt(context),
    list: ({ query }) => listWithdrawals(db, query),
    file: (_request, reply, { query: { columns: chosen, ...query } }) =>
      sendColumns(reply, {
        name: "withdrawals",
        columns,
        chosen,
        list: (page) => listWithdrawals(db, { ...query, ...page }),
      }),
    answer: ({ params: { id }, body: { answered } }, caller) =>
      inTransaction(db, async (tx) => {
        const [row] = await tx
          .update(withdrawals)
          .set({ answered })
          .where(eq(withdrawals.id, id))
          .returning();
        if (!row) return noSuchWithdrawal;
        await storeEvents(tx, [{ name: "withdrawal.answered", about: id, tags: [withdrawalsTag] }]);
        const noted = await recordAction(tx, caller, {
          action: "answer-withdrawal",
          about: id,
          after: { withdrawal: row.number, answered },
        });
        return { reply: { answered }, noted };
      }),
  };
}

const columns: FileColumns<WithdrawalFileColumn, Withdrawal> = {
  number: ["Withdrawal", ({ number }) => `${number}`],
  received: ["Received", ({ receivedAt }) => receivedAt],
  name: ["Name", ({ name }) => name],
  email: ["E-mail", ({ email }) => email],
  order: ["Order", ({ orderNumber }) => orderNumber],
  goods: ["Goods", ({ goods }) => goods || "All"],
  answered: ["Answered", ({ answered }) => (answered ? "yes" : "no")],
};
