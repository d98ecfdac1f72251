// Callers that change something lock the order first. Each change is one statement, so that they can be pipelined.
import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Cents } from "#contract/rules/money.ts";
import type { OrderRow } from "#server/modules/orders/move-order.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { shopNow } from "#server/platform/database/columns.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import type { Intent } from "./provider-types.ts";
import { type Decline, payments } from "./tables.ts";

export const isLive = inArray(payments.state, ["creating", "open", "processing"]);

export type PaymentRow = typeof payments.$inferSelect;
export type OrderOwner = { userId: string } | "anybody";

export async function findOrder(db: Queries, id: string, owner: OrderOwner) {
  const [row] = await db.select().from(orders).where(isOrder(id, owner));
  return row as OrderRow | undefined;
}

export async function findOrderAndPayment(
  db: Queries,
  id: string,
  owner: OrderOwner,
  intentId: string,
) {
  return findOrderAnd(db, isOrder(id, owner), eq(payments.intentId, intentId));
}

export async function findOrderAndLivePayment(db: Queries, id: string, owner: OrderOwner) {
  return findOrderAnd(db, isOrder(id, owner), isLive);
}

export async function findUnpaidOrder(db: Queries, userId: string, totalCents: number) {
  const isIt = and(
    eq(orders.userId, userId),
    inArray(orders.paymentState, ["unpaid", "processing"]),
    eq(orders.totalCents, totalCents),
  );
  return findOrderAnd(db, isIt, isLive);
}

async function findOrderAnd(db: Queries, isIt: SQL | undefined, which: SQL | undefined) {
  const [row] = await db
    .select({ order: orders, payment: payments })
    .from(orders)
    .leftJoin(payments, and(eq(payments.orderId, orders.id), which))
    .where(isIt)
    .orderBy(desc(eq(orders.paymentState, "unpaid")), desc(orders.id))
    .limit(1);
  return row as { order: OrderRow; payment: PaymentRow | null } | undefined;
}

function isOrder(id: string, owner: OrderOwner) {
  return and(eq(orders.id, id), owner === "anybody" ? undefined : eq(orders.userId, owner.userId));
}

export async function findLivePayment(db: Queries, orderId: string) {
  return findPaymentWhere(db, and(eq(payments.orderId, orderId), isLive));
}

export async function findPayment(db: Queries, id: string) {
  return findPaymentWhere(db, eq(payments.id, id));
}

export async function findPaymentOfIntent(db: Queries, intentId: string) {
  return findPaymentWhere(db, eq(payments.intentId, intentId));
}

async function findPaymentWhere(db: Queries, which: SQL | undefined) {
  const [row] = await db.select().from(payments).where(which);
  return row;
}

export async function lockPayment(db: Queries, id: string) {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).for("update");
  return row;
}

export async function lockPaymentOfIntent(db: Queries, intentId: string) {
  const [row] = await db
    .select()
    .from(payments)
    .where(eq(payments.intentId, intentId))
    .for("update");
  return row;
}

export async function createPayment(
  tx: Queries,
  { id: orderId, totalCents: amountCents }: OrderRow,
) {
  const nextCheckAt = sql`now() + interval '30 seconds'`;
  const [row] = await tx
    .insert(payments)
    .values({ id: newId(), orderId, amountCents, nextCheckAt })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** False where the payment was closed meanwhile: then no browser may get the intent's secret. */
export async function openPayment(db: Queries, id: string, intentId: string): Promise<boolean> {
  const isOwnIntent = sql`(${payments.intentId} is null or ${payments.intentId} = ${intentId})`;
  const opened = await db
    .update(payments)
    .set({ intentId, state: "open" })
    .where(and(eq(payments.id, id), isLive, isOwnIntent))
    .returning({ id: payments.id });
  return opened.length > 0;
}

/** No browser has the secret of its intent, so nobody can pay it. */
export async function closeUnopenedPayment(db: Queries, id: string): Promise<void> {
  await closeWhere(db, and(eq(payments.id, id), isNull(payments.intentId)));
}

export async function closePayment(db: Queries, intentId: string): Promise<void> {
  await closeWhere(db, eq(payments.intentId, intentId));
}

async function closeWhere(db: Queries, which: SQL | undefined): Promise<void> {
  await db.update(payments).set({ state: "dead", settledAt: shopNow }).where(and(which, isLive));
}

export async function markPaymentSucceeded(
  db: Queries,
  id: string,
  { id: intentId, received: capturedCents }: Pick<Intent, "id" | "received">,
): Promise<void> {
  await db
    .update(payments)
    .set({ state: "succeeded", intentId, capturedCents, settledAt: shopNow })
    .where(eq(payments.id, id));
}

export async function markPaymentProcessing(
  tx: Queries,
  id: string,
  intentId: string,
): Promise<void> {
  await tx
    .update(payments)
    .set({ state: "processing", intentId })
    .where(and(eq(payments.id, id), inArray(payments.state, ["creating", "open"])));
}

export async function reopenPayment(tx: Queries, id: string): Promise<void> {
  await tx
    .update(payments)
    .set({ state: "open" })
    .where(and(eq(payments.id, id), eq(payments.state, "processing")));
}

const mostDeclines = 50;

/** Once each: the provider tells of the newest whenever it is asked. */
export async function storeDecline(db: Queries, id: string, decline: Decline): Promise<void> {
  const { charge, message, at } = decline;
  const lastDecline = message.slice(0, 500);
  const added = JSON.stringify([{ at, charge, message: lastDecline }]);
  const isNew = sql`not ${payments.declines} @> ${JSON.stringify([{ charge }])}::jsonb
    and jsonb_array_length(${payments.declines}) < ${mostDeclines}`;
  await db
    .update(payments)
    .set({ lastDecline, declines: sql`${payments.declines} || ${added}::jsonb` })
    .where(and(eq(payments.id, id), isLive, isNew));
}

export async function scheduleCheck(db: Queries, id: string, seconds: number): Promise<void> {
  await db
    .update(payments)
    .set({ checks: 0, nextCheckAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(payments.id, id), isLive));
}

export async function stopPaymentOf(db: Queries, orderId: string): Promise<void> {
  const isUnopened = sql`${payments.intentId} is null`;
  await db
    .update(payments)
    .set({
      state: sql`case when ${isUnopened} then 'dead' else ${payments.state} end`,
      settledAt: sql`case when ${isUnopened} then ${shopNow} end`,
      checks: 0,
      nextCheckAt: sql`now()`,
    })
    .where(and(eq(payments.orderId, orderId), isLive));
}

export async function promiseRefund(tx: Queries, id: string, cents: Cents): Promise<void> {
  await tx
    .update(payments)
    .set({ refundingCents: sql`${payments.refundingCents} + ${cents}::bigint` })
    .where(eq(payments.id, id));
}

export async function withdrawPromise(tx: Queries, id: string, cents: Cents): Promise<void> {
  const withdrawn = await tx
    .update(payments)
    .set({ refundingCents: sql`${payments.refundingCents} - ${cents}::bigint` })
    .where(eq(payments.id, id))
    .returning({ id: payments.id });
  if (withdrawn.length !== 1) throw new Error(`Payment ${id} is missing`);
}
