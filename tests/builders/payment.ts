// Payments and refunds in states that only faults lead to: written behind the shop's back.
import { eq, inArray, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { payments } from "#server/modules/payments/tables.ts";
import { refunds } from "#server/modules/refunds/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";

type OrderId = { _id: string };
const newId = { id: sql<string>`uuidv7()` };

export const changePayments = (
  db: Queries,
  { _id }: OrderId,
  changed: PgUpdateSetSource<typeof payments>,
) => db.update(payments).set(changed).where(eq(payments.orderId, _id));

export const changeRefunds = (
  db: Queries,
  { _id }: OrderId,
  changed: PgUpdateSetSource<typeof refunds>,
) => db.update(refunds).set(changed).where(eq(refunds.orderId, _id));

export async function agePayments(db: Queries, by: string): Promise<void> {
  await db.update(payments).set({ createdAt: sql`created_at - ${by}::interval` });
}

/** Of all orders. */
export const makePaymentsDue = (db: Queries, changed: { checks?: number } = {}) =>
  db.update(payments).set({ ...changed, nextCheckAt: new Date() });

/** Those that are not made yet. */
export const makeRefundsDue = (db: Queries) =>
  db
    .update(refunds)
    .set({ nextTryAt: new Date() })
    .where(inArray(refunds.status, ["wanted", "asked"]));

/** Succeeded, and unknown to the provider. */
export async function addPayment(
  db: Queries,
  { _id: orderId }: OrderId,
  given: Partial<Omit<typeof payments.$inferInsert, "id">> = {},
): Promise<string> {
  const payment = {
    ...newId,
    orderId,
    amountCents: 500,
    state: "succeeded",
    nextCheckAt: new Date(),
    capturedCents: given.state && given.state !== "succeeded" ? 0 : (given.amountCents ?? 500),
  };
  const [row] = await db
    .insert(payments)
    .values({ ...payment, ...given })
    .returning({ id: payments.id });
  return row?.id ?? "";
}

export async function findPaymentId(db: Queries, { _id }: OrderId): Promise<string> {
  const [row] = await db.select().from(payments).where(eq(payments.orderId, _id));
  return row?.id ?? "";
}

/** Of a payment of its own, unless one is given; it is not attempted soon. */
export async function addRefund(
  db: Queries,
  order: OrderId,
  given: Partial<Omit<typeof refunds.$inferInsert, "id">> = {},
) {
  const status = given.refundId ? "asked" : "wanted";
  const refund = {
    ...newId,
    orderId: order._id,
    amountCents: 500,
    reason: "late",
    status,
  } as const;
  const paymentId = given.paymentId ?? (await addPayment(db, order));
  const values = { ...refund, nextTryAt: inAYear(), paymentId, ...given };
  const refundingCents = sql`refunding_cents + ${values.amountCents}`;
  await db.update(payments).set({ refundingCents }).where(eq(payments.id, paymentId));
  await db.insert(refunds).values(values);
}

/** Of its one payment in whole, which nobody attempts soon. */
export async function addWholeRefund(db: Queries, order: OrderId, reason = "cancelled") {
  const [payment] = await db.select().from(payments).where(eq(payments.orderId, order._id));
  if (!payment) throw new Error("The order has no payment");
  const amountCents = payment.capturedCents;
  await addRefund(db, order, { paymentId: payment.id, amountCents, reason });
}

export const listRefunds = (db: Queries, orderId: string) =>
  db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(refunds.id);

const inAYear = () => new Date(Date.now() + 365 * 24 * 3_600_000);
