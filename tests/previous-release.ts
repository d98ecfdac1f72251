// What the previous release writes, by its own SQL.
import { sql } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { connect, type Database } from "#server/platform/database/connect.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { createBareDatabase } from "./create-database.ts";

/** The newest migration of the previous release is 0011. */
const previousSteps = 12;

export type Part = { id: string; available: number };
export type PreviousOrder = {
  state: "unpaid" | "paid" | "cancelled" | "refunding" | "refunded";
  quantity: number;
  paidDaysAgo?: number;
};

export async function openPrevious(steps = previousSteps) {
  const url = await createBareDatabase();
  await migrate(url, { steps });
  const { db, close } = connect(url);
  onTestFinished(close);
  const userId = newId();
  await db.execute(
    sql`insert into users (id, email, name) values (${userId}, 'a@example.org', 'A')`,
  );
  return { url, db, userId };
}

export async function addPart(db: Database, available: number): Promise<Part> {
  const id = newId();
  await db.execute(sql`insert into parts
    (id, name, img, description, minimum_quantity, availabl_quantity, price_cents)
    values (${id}, 'Piston', 'https://pictures.example/1.webp', '', 0, ${available}, 500)`);
  return { id, available };
}

/** As the previous release places an order: one statement, which takes the stock. */
export async function place(
  db: Database,
  part: Part,
  userId: string,
  quantity: number,
): Promise<string> {
  const id = newId();
  const why = JSON.stringify({ reason: "ordered", order: id, user: userId });
  await db.execute(sql`
    with reason as (select set_config('shop.movement', ${why}, true)),
    reserved as (update parts set availabl_quantity = availabl_quantity - ${quantity}::int
      where id = ${part.id} and availabl_quantity > ${quantity}::int returning id, price_cents),
    placed as (insert into orders (id, user_id, part_id, request_key, request_hash, name, email,
        phone, address, product_name, quantity, price_cents, total_cents)
      select ${id}::uuid, ${userId}::uuid, id, ${newId()}::uuid, '\\x00', 'A', 'a@example.org', '',
        '', 'Piston', ${quantity}::int, price_cents, price_cents * ${quantity}::int from reserved
      returning id)
    select from placed cross join reason`);
  return id;
}

/** As the previous release moves an order, and returns its stock where it was cancelled or refunded. */
export async function move(db: Database, part: Part, id: string, state: PreviousOrder["state"]) {
  const hasPayment = ["paid", "refunding", "refunded"].includes(state);
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`update orders set state = ${state},
      transaction_id = ${hasPayment ? `pi_${id}` : null},
      paid_at = ${hasPayment ? sql`coalesce(paid_at, now())` : null}
      where id = ${id}`);
    if (state !== "cancelled" && state !== "refunded") return;
    const why = JSON.stringify({ reason: state, order: id, user: null });
    await tx.execute(sql`
      with reason as (select set_config('shop.movement', ${why}, true))
      update parts set availabl_quantity = availabl_quantity + orders.quantity from reason, orders
      where parts.id = ${part.id} and orders.id = ${id}`);
  });
}

const steps: Record<PreviousOrder["state"], PreviousOrder["state"][]> = {
  unpaid: [],
  paid: ["paid"],
  cancelled: ["cancelled"],
  refunding: ["paid", "refunding"],
  refunded: ["paid", "refunding", "refunded"],
};

export async function addOrder(db: Database, part: Part, userId: string, order: PreviousOrder) {
  const id = await place(db, part, userId, order.quantity);
  for (const state of steps[order.state]) await move(db, part, id, state);
  if (order.paidDaysAgo)
    await db.execute(sql`update orders set paid_at = now() - make_interval(days => ${order.paidDaysAgo})
      where id = ${id}`);
  if (steps[order.state].includes("paid")) {
    await db.execute(sql`insert into payments
      (id, order_id, intent_id, amount_cents, state, next_check_at)
      select gen_random_uuid(), id, transaction_id, total_cents, 'succeeded', now() from orders
      where id = ${id}`);
  }
  if (order.state === "refunding" || order.state === "refunded") {
    const isDone = order.state === "refunded";
    await db.execute(sql`insert into refunds
      (id, payment_id, order_id, amount_cents, reason, state, done_at)
      select gen_random_uuid(), p.id, order_id, amount_cents, 'cancelled',
        ${isDone ? "done" : "wanted"}, ${isDone ? sql`now()` : null}::timestamptz
      from payments p where order_id = ${id}`);
  }
  return id;
}
