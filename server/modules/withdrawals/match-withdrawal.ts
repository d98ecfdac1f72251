import { and, eq, sql } from "drizzle-orm";
import { isInWithdrawalPeriod } from "#contract/rules/withdrawal-period.ts";
import type { Settings } from "#contract/settings.ts";
import { withdrawalsTag } from "#contract/tags.ts";
import type { Context } from "#server/context.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { type LockedOrder, lockOrder } from "#server/modules/orders/move-order.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { addWithdrawal } from "#server/modules/returns/add-withdrawal.ts";
import { findArrival } from "#server/modules/shipments/find-arrival.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { defineJob } from "#server/platform/jobs/job.ts";
import { matchWithdrawalKind } from "./match-withdrawal-kind.ts";
import { type WithdrawalRow, withdrawals } from "./tables.ts";

/** What is clear becomes a return as soon as the mailbox has confirmed it; all else waits for a person. */
export const matchWithdrawalJob = (context: Context) =>
  defineJob({
    ...matchWithdrawalKind,
    title: "Tell that withdrawals were received, and find their orders",
    async run({ id }) {
      const settings = await context.settings();
      await retryOnConflict(() =>
        inTransaction(context.db, (tx) => matchWithdrawal(tx, { id, settings })),
      );
      context.jobs.wake();
    },
  });

type Input = { id: string; settings: Pick<Settings, "company" | "returns"> };

async function matchWithdrawal(tx: Queries, { id, settings }: Input): Promise<void> {
  const [row] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for("update");
  if (!row) return;
  const order = await findOrder(tx, row);
  // A stranger's statement is received, but keeps nobody from a return of their own.
  if (!order || !row.confirmedAt || row.returnId || row.answered) return;
  if (!mayWithdraw(order) || !(await isInTime(tx, { row, order, settings }))) return;
  const free = settings.returns.freeReasons.includes("not_needed");
  const made = await addWithdrawal(tx, order, { id, free, goods: row.goods });
  if (!made) return;
  await tx
    .update(withdrawals)
    .set({ returnId: made.id, answered: true })
    .where(eq(withdrawals.id, id));
}

/** Also confirms, once, that the statement was received. */
async function findOrder(tx: Queries, row: WithdrawalRow): Promise<LockedOrder | undefined> {
  const { id, email, orderId } = row;
  if (orderId) return lockOrder(tx, orderId);
  await addOrderLetter(tx, "withdrawal-received", { id, email });
  await storeEvents(tx, [{ name: "withdrawal.stated", about: id, tags: [withdrawalsTag] }]);
  const order = await lockStated(tx, row);
  if (order) await tx.update(withdrawals).set({ orderId: order.id }).where(eq(withdrawals.id, id));
  return order;
}

/** Companies have no right of withdrawal. */
const mayWithdraw = ({ companyId, vatId, paymentState }: LockedOrder) =>
  companyId === null && vatId === "" && paymentState === "paid";

type Stated = { row: WithdrawalRow; order: LockedOrder } & Pick<Input, "settings">;

async function isInTime(tx: Queries, { row, order, settings }: Stated): Promise<boolean> {
  const arrivedAt = await findArrival(tx, order.id);
  const { withdrawalDays: days } = settings.returns;
  const { timeZone } = settings.company;
  if (!arrivedAt) return false;
  return isInWithdrawalPeriod({ arrivedAt, statedAt: row.receivedAt, days, timeZone });
}

async function lockStated(
  tx: Queries,
  { orderNumber, email }: WithdrawalRow,
): Promise<LockedOrder | undefined> {
  const [, number] = /^\D{0,10}(\d{1,15})$/.exec(orderNumber.trim()) ?? [];
  if (number === undefined) return undefined;
  const [found] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.number, Number(number)), sql`lower(${orders.email}) = ${email}`));
  return found && lockOrder(tx, found.id);
}
