// What is kept of payments and of the money's way through an order. Callers that change something
// are in a transaction and lock the order first, then what belongs to it. What needs no answer of one
// another they send together, so each change here is one statement.
import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type OrderState, orderMoves } from "#contract/rules/order-states.ts";
import { letters } from "#server/modules/letters/tables.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { payments, refunds } from "./tables.ts";

const live = inArray(payments.state, ["creating", "open"]);

export type OrderRow = typeof orders.$inferSelect & { state: OrderState };
export type PaymentRow = typeof payments.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;
type RefundReason = "cancelled" | "late" | "second" | "mismatch";

/** Whose: one person's own, or anybody's for an admin. */
export type OrderOwner = { userId: string } | "anybody";

export async function findOrder(db: Queries, id: string, whose: OrderOwner) {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), ownedBy(whose)));
  return row as OrderRow | undefined;
}

/** With the payment that the provider knows by this name, where it is one of this order. */
export async function findOrderAndPayment(
  db: Queries,
  id: string,
  whose: OrderOwner,
  intentId: string,
) {
  return findOrderAnd(db, id, whose, eq(payments.intentId, intentId));
}

/** With the payment that can still succeed, where there is one. */
export async function findOrderAndLivePayment(db: Queries, id: string, whose: OrderOwner) {
  return findOrderAnd(db, id, whose, live);
}

async function findOrderAnd(db: Queries, id: string, whose: OrderOwner, which: SQL | undefined) {
  const [row] = await db
    .select({ order: orders, payment: payments })
    .from(orders)
    .leftJoin(payments, and(eq(payments.orderId, orders.id), which))
    .where(and(eq(orders.id, id), ownedBy(whose)));
  return row as { order: OrderRow; payment: PaymentRow | null } | undefined;
}

function ownedBy(whose: OrderOwner) {
  return whose === "anybody" ? undefined : eq(orders.userId, whose.userId);
}

/** For callers that name no order: the newest that is still to be paid and costs so much. */
export async function findUnpaidOrder(db: Queries, userId: string, totalCents: number) {
  const [row] = await db
    .select()
    .from(orders)
    .where(
      and(eq(orders.userId, userId), eq(orders.state, "unpaid"), eq(orders.totalCents, totalCents)),
    )
    .orderBy(desc(orders.id))
    .limit(1);
  return row as OrderRow | undefined;
}

export async function lockOrder(db: Queries, id: string) {
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).for("update");
  return row as OrderRow | undefined;
}

/** Why an order in this state cannot make the move; nothing where it can. */
export function moveProblem(name: keyof typeof orderMoves, state: OrderState): string | undefined {
  const { from, otherwise }: { from: OrderState; otherwise: { [State in OrderState]?: string } } =
    orderMoves[name];
  if (state === from) return undefined;
  return otherwise[state] ?? `That is not possible for an order that is ${state}.`;
}

type Changes = Partial<Pick<OrderRow, "transactionId" | "paidAt" | "closedAt" | "closedBy">>;

/** The one way in which an order's state changes. */
export async function moveOrder(
  db: Queries,
  order: OrderRow,
  name: keyof typeof orderMoves,
  changes: Changes = {},
): Promise<void> {
  const { from, to } = orderMoves[name];
  const moved = await db
    .update(orders)
    .set({ ...changes, state: to })
    .where(and(eq(orders.id, order.id), eq(orders.state, from)))
    .returning({ id: orders.id });
  if (moved.length === 0) throw new Error(`Order ${order.id} was not locked before it moved`);
}

/** As it was taken, so it is given back; a part that is gone takes nothing back. */
export async function returnStock(db: Queries, order: OrderRow, reason: string, by: string | null) {
  const why = JSON.stringify({ reason, order: order.id, user: by });
  await db.execute(sql`
    with why as (
      select set_config('shop.movement', ${why}, true), set_config('shop.tells', 'later', true)
    )
    update parts set availabl_quantity = availabl_quantity + ${order.quantity}::int from why
    where id = ${order.partId}`);
}

/** It goes with the move or not at all. */
export async function queueOrderLetter(db: Queries, kind: string, order: OrderRow): Promise<void> {
  await db.insert(letters).values({ id: newId(), kind, email: order.email, about: order.id });
}

export async function findLivePayment(db: Queries, orderId: string) {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), live));
  return row;
}

/** Of an order that is still to be paid, and only if none is live; else nothing. */
export async function createPayment(db: Queries, orderId: string) {
  const [row] = await queryRows<{ id: string }>(
    db,
    sql`
    insert into payments (id, order_id, amount_cents, next_check_at)
    select ${newId()}::uuid, id, total_cents, now() + interval '30 seconds' from orders
    where id = ${orderId} and state = ${orderMoves.pay.from} for share
    on conflict do nothing returning id`,
  );
  return row && (await findPayment(db, row.id));
}

export async function findPayment(db: Queries, id: string) {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row;
}

export async function findPaymentOfIntent(db: Queries, intentId: string) {
  const [row] = await db.select().from(payments).where(eq(payments.intentId, intentId));
  return row;
}

/**
 * From now on somebody may pay it. False where it was given up meanwhile: then nobody may learn
 * the intent's secret.
 */
export async function openPayment(db: Queries, id: string, intentId: string): Promise<boolean> {
  const opened = await db
    .update(payments)
    .set({ intentId, state: "open" })
    .where(
      and(
        eq(payments.id, id),
        live,
        sql`(${payments.intentId} is null or ${payments.intentId} = ${intentId})`,
      ),
    )
    .returning({ id: payments.id });
  return opened.length > 0;
}

/** One that nobody could ever pay: its intent was never told to anybody. */
export async function closeUnopenedPayment(db: Queries, id: string): Promise<void> {
  await db
    .update(payments)
    .set({ state: "dead", settledAt: sql`now()` })
    .where(and(eq(payments.id, id), live, isNull(payments.intentId)));
}

/** The provider says that nothing can come of it any more. */
export async function closePayment(db: Queries, intentId: string): Promise<void> {
  await db
    .update(payments)
    .set({ state: "dead", settledAt: sql`now()` })
    .where(and(eq(payments.intentId, intentId), live));
}

export async function lockPayment(db: Queries, id: string) {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).for("update");
  return row;
}

export async function markPaymentSucceeded(
  db: Queries,
  id: string,
  intentId: string,
): Promise<void> {
  await db
    .update(payments)
    .set({ state: "succeeded", intentId, settledAt: sql`now()` })
    .where(eq(payments.id, id));
}

/** Looked at again so soon, and then ever more rarely. */
export async function scheduleCheck(db: Queries, id: string, seconds: number): Promise<void> {
  await db
    .update(payments)
    .set({ checks: 0, nextCheckAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(payments.id, id), live));
}

/**
 * Of an order that was cancelled. One that is still live is looked at, and stopped, by the reconciler;
 * one that nobody was told of is none.
 */
export async function stopPaymentOf(db: Queries, orderId: string): Promise<void> {
  const isUntold = sql`${payments.intentId} is null`;
  await db
    .update(payments)
    .set({
      state: sql`case when ${isUntold} then 'dead' else ${payments.state} end`,
      settledAt: sql`case when ${isUntold} then now() end`,
      checks: 0,
      nextCheckAt: sql`now()`,
    })
    .where(and(eq(payments.orderId, orderId), live));
}

/** Once for each payment, whoever else wants it. */
export async function queueRefund(
  db: Queries,
  payment: PaymentRow,
  reason: RefundReason,
  amountCents: number,
): Promise<void> {
  const { id: paymentId, orderId } = payment;
  await db
    .insert(refunds)
    .values({ id: newId(), paymentId, orderId, amountCents, reason })
    .onConflictDoNothing({ target: refunds.paymentId });
}
