// Orders, payments and refunds in states that only faults lead to: written behind the shop's back.
import { eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { orders } from "#server/modules/orders/tables.ts";
import { payments } from "#server/modules/payments/tables.ts";
import { refunds } from "#server/modules/refunds/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";

type OrderId = { _id: string };
const newId = { id: sql<string>`uuidv7()` };

export const changeOrder = (
  db: Queries,
  { _id }: OrderId,
  changed: PgUpdateSetSource<typeof orders>,
) => db.update(orders).set(changed).where(eq(orders.id, _id));

export const changePayments = (
  db: Queries,
  { _id }: OrderId,
  changed: PgUpdateSetSource<typeof payments>,
) => db.update(payments).set(changed).where(eq(payments.orderId, _id));

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
  };
  const [row] = await db
    .insert(payments)
    .values({ ...payment, ...given })
    .returning({ id: payments.id });
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

const inAYear = () => new Date(Date.now() + 365 * 24 * 3_600_000);
