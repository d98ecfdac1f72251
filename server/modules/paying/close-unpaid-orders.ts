// Closed at the provider first, so that they cannot be paid after.

import { and, asc, eq, isNull, lt, type SQL } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { closeUnpaidOrdersKind } from "#server/modules/customers/after-deletion.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { lockOrder, moveOrder } from "#server/modules/orders/move-order.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { findLivePayment, stopPaymentOf } from "#server/modules/payments/store.ts";
import { firstIdAt } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import { closeIntent } from "./close-intent.ts";

const batchSize = 100;

export const closeUnpaidOrdersJob = (context: Context) =>
  defineSchedule({
    kind: closeUnpaidOrdersKind,
    title: "Close unpaid orders of deleted accounts, and those that wait for too long",
    everySeconds: 60,
    run: ({ signal }) => closeUnpaidOrders(context, signal),
  });

export async function closeUnpaidOrders(context: Context, signal?: AbortSignal): Promise<void> {
  for (const { id } of await findDue(context)) {
    if (signal?.aborted) return;
    await closeOrder(context, id);
  }
}

async function findDue({ db, clock, settings }: Context): Promise<{ id: string }[]> {
  const { closeDays } = (await settings()).holds;
  const bound = firstIdAt(new Date(clock.now().getTime() - closeDays * 86_400_000));
  const select = (which: SQL) =>
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.state, "unpaid"), eq(orders.paymentState, "unpaid"), which))
      .orderBy(asc(orders.id))
      .limit(batchSize);
  return [...(await select(isNull(orders.userId))), ...(await select(lt(orders.id, bound)))];
}

async function closeOrder(context: Context, id: string): Promise<void> {
  const live = await findLivePayment(context.db, id);
  const settlement = live && (await closeIntent(context, live));
  // Asked again at the next run: it may still succeed.
  if (live?.intentId && settlement?.is !== "canceled") return;
  await retryOnConflict(() =>
    inTransaction(context.db, async (tx) => {
      const order = await lockOrder(tx, id);
      const payment = await findLivePayment(tx, id);
      if (order?.paymentState !== "unpaid" || payment?.intentId) return;
      const move = { name: "close", by: "shop" } as const;
      await moveOrder(tx, order, move, { closedAt: context.clock.now() });
      await stopPaymentOf(tx, id);
      if (order.userId) await addOrderLetter(tx, "order-cancelled", order);
    }),
  );
}
