import { eq, sql } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import type { withdrawalCalls } from "#contract/withdrawals.ts";
import type { Context } from "#server/context.ts";
import { hashToken } from "#server/modules/identity/tokens.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { enqueue } from "#server/platform/jobs/store.ts";
import { matchWithdrawalKind } from "./match-withdrawal-kind.ts";
import { toReceipt } from "./state-withdrawal.ts";
import { withdrawals } from "./tables.ts";

const deadLink = refuse(
  "invalid",
  "This link is not valid. Please use the one in our newest e-mail about your withdrawal.",
  { token: "Is not valid" },
);

/** Whoever has the link reads the mailbox of the order. */
export function confirmWithdrawal({
  db,
  clock,
  jobs,
}: Context): Handler<typeof withdrawalCalls.confirm> {
  return async ({ body: { token } }) => {
    const row = await inTransaction(db, async (tx) => {
      const [confirmed] = await tx
        .update(withdrawals)
        .set({
          confirmedAt: sql`coalesce(${withdrawals.confirmedAt}, ${clock.now().toISOString()}::timestamptz)`,
        })
        .where(eq(withdrawals.confirmHash, hashToken(token)))
        .returning();
      if (confirmed) await enqueue(tx, matchWithdrawalKind, { payload: { id: confirmed.id } });
      return confirmed;
    });
    jobs.wake();
    return row ? toReceipt(row) : deadLink;
  };
}
