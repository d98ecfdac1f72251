import { and, eq, sql } from "drizzle-orm";
import { withdrawalsTag } from "#contract/tags.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { addWithdrawal } from "#server/modules/returns/add-withdrawal.ts";
import type { ReturnsContext } from "#server/modules/returns/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { defineJob } from "#server/platform/jobs/job.ts";
import { matchWithdrawalKind } from "./match-withdrawal-kind.ts";
import { type WithdrawalRow, withdrawals } from "./tables.ts";

/** What is clear becomes a return at once; all else waits for a person. */
export const matchWithdrawalJob = (context: ReturnsContext) =>
  defineJob({
    ...matchWithdrawalKind,
    title: "Confirm withdrawals, and find their orders",
    async run({ id }) {
      const { freeReasons } = (await context.settings()).returns;
      const free = freeReasons.includes("not_needed");
      await retryOnConflict(() =>
        inTransaction(context.db, (tx) => matchWithdrawal(context, tx, { id, free })),
      );
      context.jobs.wake();
    },
  });

type Input = { id: string; free: boolean };

async function matchWithdrawal(
  context: ReturnsContext,
  tx: Queries,
  { id, free }: Input,
): Promise<void> {
  const [row] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for("update");
  // A repeated run must not make a second return.
  if (!row || row.orderId) return;
  const { email } = row;
  await context.letters.addOrderLetter(tx, "withdrawal-received", { id, email });
  await storeEvents(tx, [{ name: "withdrawal.stated", about: id, tags: [withdrawalsTag] }]);
  const order = await lockStated(context, tx, row);
  if (!order) return;
  const made = isClear(row, order)
    ? await addWithdrawal(context, tx, order, { id, free })
    : undefined;
  await tx
    .update(withdrawals)
    .set({ orderId: order.id, ...(made && { returnId: made.id, answered: true }) })
    .where(eq(withdrawals.id, id));
}

/** Companies have no right of withdrawal, and what some of the goods are is for a person to read. */
function isClear({ goods }: WithdrawalRow, { vatId, paymentState }: LockedOrder): boolean {
  return goods === "" && vatId === "" && paymentState === "paid";
}

async function lockStated(
  { orders: verbs }: ReturnsContext,
  tx: Queries,
  { orderNumber, email }: WithdrawalRow,
): Promise<LockedOrder | undefined> {
  const [, number] = /^\D{0,10}(\d{1,15})$/.exec(orderNumber.trim()) ?? [];
  if (number === undefined) return undefined;
  const [found] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.number, Number(number)), sql`lower(${orders.email}) = ${email}`));
  return found && verbs.lockOrder(tx, found.id);
}
