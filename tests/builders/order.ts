// Orders as lists and pages need them, many at once or in a state: written behind the shop's back.
import { randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { reservations } from "#server/modules/inventory/tables.ts";
import {
  correctedAddresses,
  orderLines,
  orderSums,
  orders,
} from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { OpenShop } from "../open-shop.ts";
import { storeChange } from "./event.ts";

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
  paymentState: state,
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
    goodsCents: cents * quantity,
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
    await inTransaction(shop.db, (tx) => insert(tx, rows.slice(from, from + batch)));
  await storeChange(shop.db, "orders");
  await shop.events.publish();
  return rows.map(({ id }) => id);
}

/** What they reserve adds to both sides of the stock. */
async function insert(tx: Queries, rows: (typeof orders.$inferInsert)[]): Promise<void> {
  await tx.insert(orders).values(rows);
  const ids = sql.param(rows.map(({ id }) => id));
  await tx.execute(sql`
    insert into order_lines (id, order_id, position, kind, part_id, name, quantity, list_cents,
      unit_cents, total_cents, due_cents)
    select id, id, 1, 'part', part_id, product_name, quantity, price_cents, price_cents, total_cents,
      total_cents from orders where id = any(${ids}::uuid[])`);
  const open = sql`orders where id = any(${ids}::uuid[]) and state in ('unpaid', 'paid', 'refunding')`;
  await tx.execute(sql`
    insert into stock (part_id, on_hand, reserved)
    select part_id, sum(quantity), sum(quantity) from ${open} group by part_id order by part_id
    on conflict (part_id) do update set on_hand = stock.on_hand + excluded.on_hand,
      reserved = stock.reserved + excluded.reserved`);
  await tx.execute(sql`
    with reserved as (
      insert into reservations (order_line_id, order_id, part_id, quantity, state, expires_at,
        user_id, network)
      select id, id, part_id, quantity, case state when 'unpaid' then 'held' else 'allocated' end,
        case state when 'unpaid' then now() + interval '60 minutes' end, user_id, 'unknown'
      from ${open} returning order_line_id, part_id, quantity)
    insert into inventory_movements (part_id, reason, on_hand_change, reserved_change,
      order_line_id, source_id)
    select part_id, 'opening', quantity, quantity, order_line_id, order_line_id from reserved`);
}

export function orderIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, "0") + randomBytes(10).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** With the reservation, and what was refunded, as they are in a new state. */
export async function changeOrder(
  db: Queries,
  order: Which,
  { state, ...changed }: PgUpdateSetSource<typeof orders>,
): Promise<void> {
  const which = eq(orders.id, order._id);
  if (state === undefined) {
    await db.update(orders).set(changed).where(which);
    return;
  }
  const refunded = state === "refunded" && { refundedCents: sql`total_cents` };
  await db
    .update(orders)
    .set({ state, paymentState: state, ...refunded, ...changed })
    .where(which);
  if (state === "paid")
    await changeReservations(db, order, { state: "allocated", expiresAt: null });
}

/** What was said of its delivery when it was placed. */
export const changeDelivery = (
  db: Queries,
  order: Which,
  changed: { method?: string; from?: string; until?: string; orderBefore?: number },
) => changeOrder(db, order, { delivery: sql`delivery || ${JSON.stringify(changed)}` });

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
export async function lapseReservations(db: Queries, order: Which): Promise<void> {
  const past = new Date(Date.now() - 1_000);
  const held = await db
    .update(reservations)
    .set({ expiresAt: past })
    .where(and(eq(reservations.orderId, order._id), eq(reservations.state, "held")))
    .returning({ orderId: reservations.orderId });
  if (held.length > 0) await changeOrder(db, order, { holdUntil: past });
}

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

/** What is kept of the person who placed it. */
export const changeOrderSums = (
  db: Queries,
  { _id }: Which,
  changed: PgUpdateSetSource<typeof orderSums>,
) =>
  db
    .update(orderSums)
    .set(changed)
    .where(eq(orderSums.userId, sql`(select user_id from orders where id = ${_id})`));

/** Without a payment. */
export const moveOrder = (db: Queries, order: Which, state: OrderState) =>
  changeOrder(db, order, stateColumns(state, `pi_${order._id}`));

/** As if it had been placed then: the time is part of an order's id. */
export async function redateOrder(db: Queries, { _id }: Which, at: Date): Promise<void> {
  await db.delete(orderLines).where(eq(orderLines.orderId, _id));
  await changeOrder(db, { _id }, { id: orderIdAt(at.getTime()) });
}

export const redateCorrections = (db: Queries, { _id }: Which, at: Date) =>
  db.update(correctedAddresses).set({ at }).where(eq(correctedAddresses.orderId, _id));
