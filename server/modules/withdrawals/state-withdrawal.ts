import { eq } from "drizzle-orm";
import { Refusal } from "#contract/refusals.ts";
import { type WithdrawalReceipt, withdrawalCalls } from "#contract/withdrawals.ts";
import type { Context } from "#server/context.ts";
import { nothingToAudit } from "#server/platform/audit/record-action.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { enqueue } from "#server/platform/jobs/store.ts";
import { keyedRequest, once } from "#server/platform/once/once.ts";
import { matchWithdrawalKind } from "./match-withdrawal-kind.ts";
import { type WithdrawalRow, withdrawals } from "./tables.ts";

/** Looks for no order: how long it takes must not tell whether there is one. */
export function stateWithdrawal({
  db,
  clock,
  jobs,
}: Pick<Context, "db" | "clock" | "jobs">): Handler<typeof withdrawalCalls.state> {
  return async ({ body }, { person }) => {
    const isProven = person?.emailVerified && person.email.toLowerCase() === body.email;
    const confirmedAt = isProven ? clock.now() : null;
    const { key: requestKey, ...stated } = body;
    const by = { who: "visitor", index: "withdrawals_request" };
    const request = keyedRequest(withdrawalCalls.state, { body }, by);
    const row = await inTransaction(db, async (tx) => {
      const done = await once(tx, request, async () => {
        const id = newId();
        await tx.insert(withdrawals).values({ id, requestKey, ...stated, confirmedAt });
        await enqueue(tx, matchWithdrawalKind, { payload: { id } });
        return { reply: { id }, noted: nothingToAudit };
      });
      if (done instanceof Refusal) return done;
      const [found] = await tx.select().from(withdrawals).where(eq(withdrawals.id, done.reply.id));
      return found;
    });
    if (!row) throw new Error("The withdrawal was not stored");
    if (row instanceof Refusal) return row;
    jobs.wake();
    return toReceipt(row);
  };
}

export function toReceipt(row: WithdrawalRow): WithdrawalReceipt {
  const { number, receivedAt, name, email, orderNumber, goods } = row;
  return { number, receivedAt: receivedAt.toISOString(), name, email, orderNumber, goods };
}
