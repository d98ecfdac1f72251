// Orders as lists and pages need them, many at once or in a state: written behind the shop's back.
import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { reservations } from "#server/modules/inventory/tables.ts";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { OpenShop } from "../open-shop.ts";

type Which = { _id: string };
type OrderState = "unpaid" | "paid" | "cancelled" | "refunding" | "refunded";

export type GivenOrder = {
  at?: number;
  user?: Which;
  part?: string;
  name?: string;
  email?: string;
  phone?: string;
  product?: string;
  quantity?: number;
  cents?: number;
  state?: OrderState;
};

export const noon = Date.UTC(2026, 10, 20, 12);

/** Only paid orders have a transaction. */
const stateColumns = (state: OrderState, transactionId: string) => ({
  state,
  transactionId: state === "unpaid" || state === "cancelled" ? null : transactionId,
});

export function anOrder({
  at = noon,
  user,
  part = crypto.randomUUID(),
  name = "Vera Lind",
  email = "vera@example.com",
  phone = "+880 1711 000000",
  product = "Steering rack",
  quantity = 2,
  cents = 4_550,
  state = "unpaid",
}: GivenOrder = {}): typeof orders.$inferInsert {
  return {
    id: orderIdAt(at),
    userId: user?._id,
    partId: part,
    requestKey: crypto.randomUUID(),
    requestHash: Buffer.alloc(32),
    name,
    email,
    phone,
    address: "12 Mirpur Road, Dhaka",
    productName: product,
    quantity,
    priceCents: cents,
    totalCents: cents * quantity,
    createdAt: new Date(at),
    ...stateColumns(state, `pi_${crypto.randomUUID()}`),
  };
}

/** A statement has a few seconds. */
const batch = 1_000;

/** Answers the ids in the given order. */
export async function addOrders({ shop }: OpenShop, given: GivenOrder[]): Promise<string[]> {
  const rows = given.map(anOrder);
  for (let from = 0; from < rows.length; from += batch)
    await shop.db.insert(orders).values(rows.slice(from, from + batch));
  await shop.events.publish();
  return rows.map(({ id }) => id);
}

export function orderIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, "0") + randomBytes(10).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const changeOrder = (
  db: Queries,
  { _id }: Which,
  changed: PgUpdateSetSource<typeof orders>,
) => db.update(orders).set(changed).where(eq(orders.id, _id));

export const changeReservations = (
  db: Queries,
  { _id }: Which,
  changed: Partial<typeof reservations.$inferInsert>,
) => db.update(reservations).set(changed).where(eq(reservations.orderId, _id));

export const removeReservations = (db: Queries, { _id }: Which) =>
  db.delete(reservations).where(eq(reservations.orderId, _id));

export const removeReservationsOf = (db: Queries, userId: string) =>
  db.delete(reservations).where(eq(reservations.userId, userId));

/** Who lets a reservation lapse gets no other for a day: not from now on. */
export async function forgetWhoLapsed(db: Queries): Promise<void> {
  await db.execute(sql`create function forget_person() returns trigger language plpgsql as $$
    begin new.by_user := null; return new; end $$`);
  await db.execute(sql`create trigger forget before insert on inventory_movements for each row
    when (new.reason = 'expire') execute function forget_person()`);
}

/** As if the time of those that are held were over, and nobody had freed them yet. */
export const lapseReservations = (db: Queries, { _id }: Which) =>
  db
    .update(reservations)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(and(eq(reservations.orderId, _id), eq(reservations.state, "held")));

export const changeOrderLines = (
  db: Queries,
  { _id }: Which,
  changed: PgUpdateSetSource<typeof orderLines>,
  kind?: "part" | "deposit" | "delivery",
) =>
  db
    .update(orderLines)
    .set(changed)
    .where(and(eq(orderLines.orderId, _id), kind && eq(orderLines.kind, kind)));

/** Without a payment. */
export const moveOrder = (db: Queries, order: Which, state: OrderState) =>
  changeOrder(db, order, stateColumns(state, `pi_${order._id}`));

/** As if it had been placed then: the time is part of an order's id. */
export async function redateOrder(db: Queries, { _id }: Which, at: Date): Promise<void> {
  await db.delete(orderLines).where(eq(orderLines.orderId, _id));
  await changeOrder(db, { _id }, { id: orderIdAt(at.getTime()) });
}
