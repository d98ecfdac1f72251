import { and, desc, eq, lt } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import { withdrawalsTag } from "#contract/tags.ts";
import type { Withdrawal, withdrawalCalls } from "#contract/withdrawals.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { WithdrawalsContext } from "./context.ts";
import { sendReceipt } from "./send-receipt.ts";
import { stateWithdrawal, toReceipt } from "./state-withdrawal.ts";
import { type WithdrawalRow, withdrawals } from "./tables.ts";

const noSuchWithdrawal = refuse("not-found", "There is no such withdrawal.");

export function withdrawalHandlers(context: WithdrawalsContext): Handlers<typeof withdrawalCalls> {
  const { db } = context;
  return {
    state: stateWithdrawal(context),
    receiptFile: sendReceipt(context),
    list: async ({ query: { limit = 50, after, view } }) => {
      const rows = await db
        .select()
        .from(withdrawals)
        .where(
          and(
            view === "open" ? eq(withdrawals.answered, false) : undefined,
            after ? lt(withdrawals.id, after) : undefined,
          ),
        )
        .orderBy(desc(withdrawals.id))
        .limit(limit);
      return rows.map(present);
    },
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
          ...{ action: "answer-withdrawal", about: id },
          after: { withdrawal: row.number, answered },
        });
        return { reply: { answered }, noted };
      }),
  };
}

function present(row: WithdrawalRow): Withdrawal {
  const { id, orderId, returnId, answered } = row;
  return { _id: id, ...toReceipt(row), order: orderId, return: returnId, answered };
}
