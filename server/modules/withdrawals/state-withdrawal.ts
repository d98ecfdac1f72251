import { eq } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import type { NewWithdrawal, WithdrawalReceipt, withdrawalCalls } from "#contract/withdrawals.ts";
import type { Context } from "#server/context.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { enqueue } from "#server/platform/jobs/store.ts";
import { matchWithdrawalKind } from "./match-withdrawal-kind.ts";
import { type WithdrawalRow, withdrawals } from "./tables.ts";

const keyReused = refuse("key-reused", "Another statement was already sent with this key.");

/** Looks for no order: how long it takes must not tell whether there is one. */
export function stateWithdrawal({
  db,
  jobs,
}: Pick<Context, "db" | "jobs">): Handler<typeof withdrawalCalls.state> {
  return async ({ body }) => {
    const row = await inTransaction(db, async (tx) => {
      const { key: requestKey, ...stated } = body;
      const [added] = await tx
        .insert(withdrawals)
        .values({ id: newId(), requestKey, ...stated })
        .onConflictDoNothing({ target: withdrawals.requestKey })
        .returning();
      if (added) {
        await enqueue(tx, matchWithdrawalKind, { payload: { id: added.id } });
        return added;
      }
      const [earlier] = await tx
        .select()
        .from(withdrawals)
        .where(eq(withdrawals.requestKey, requestKey));
      return earlier;
    });
    if (!row) throw new Error("The withdrawal was not stored");
    jobs.wake();
    return isSame(row, body) ? toReceipt(row) : keyReused;
  };
}

function isSame(row: WithdrawalRow, { name, email, orderNumber, goods }: NewWithdrawal): boolean {
  return (
    row.name === name &&
    row.email === email &&
    row.orderNumber === orderNumber &&
    row.goods === goods
  );
}

export function toReceipt(row: WithdrawalRow): WithdrawalReceipt {
  const { number, receivedAt, name, email, orderNumber, goods } = row;
  return { number, receivedAt: receivedAt.toISOString(), name, email, orderNumber, goods };
}
