// Reserves the stock and stores the order in one statement, or does nothing.
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Person } from "#contract/identity.ts";
import type { NewOrder, Order } from "#contract/orders.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { toCents, totalProblem } from "#contract/rules/money.ts";
import { reserveStock, setStockReason } from "#server/modules/catalog/stock.ts";
import { findPartByName } from "#server/modules/catalog/store.ts";
import { insertOrderLetter } from "#server/modules/letters/queue-letter.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { isUniqueViolation } from "#server/platform/database/database-errors.ts";
import { firstIdAt, newId, timeFromId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction, pipeline, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { OrdersContext } from "./context.ts";
import { noSuchPart, orderProblem } from "./order-problem.ts";
import { findOrder, findOrderByKey, present } from "./store.ts";

/** Without a key, the same order again within this time is the same order. */
const repeatWindowMs = 10_000;

const keyReused = refuse(
  "key-reused",
  "Another order was already sent with this key. Check your orders, and order again if you want both.",
);
const stockMoves = refuse(
  "conflict",
  "The stock of this part is changing right now. Please try again.",
);

export type OrderInput = {
  userId: string;
  partId: string;
  key: string;
  hash: Buffer;
  totalCents: number;
  body: NewOrder;
};

type Placed = Order | Refusal<"not-found" | "conflict" | "key-reused">;

export async function placeOrder(
  { db }: OrdersContext,
  person: Person,
  body: NewOrder,
): Promise<Placed> {
  const { part, key, productName: name, quantity, totalPrice } = body;
  const totalCents = toCents(totalPrice);
  const problem = totalProblem(totalCents);
  if (problem) return refuse("conflict", problem, { quantity: problem });
  const partId = part ?? (await findPartByName(db, { name, quantity, totalCents }));
  if (!partId) return noSuchPart;
  const input = { userId: person._id, partId, hash: hashOf(body), totalCents, body };
  return key === undefined
    ? placeUnlessRepeated(db, { ...input, key: newId() })
    : placeByKey(db, { ...input, key });
}

async function placeByKey(db: Database, input: OrderInput): Promise<Placed> {
  const placed = await retryOnConflict(() => insertOrder(db, input)).catch((error) => {
    if (isUniqueViolation(error, "orders_request")) return undefined;
    throw error;
  });
  if (placed) return placed;
  const earlier = await findOrderByKey(db, input);
  if (earlier) return earlier.requestHash.equals(input.hash) ? present(earlier) : keyReused;
  return (await orderProblem(db, input)) ?? stockMoves;
}

/** The advisory lock makes the second of two equal requests wait for the first. */
async function placeUnlessRepeated(db: Database, input: OrderInput): Promise<Placed> {
  const { userId, hash } = input;
  const { placed, earlier } = await retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      const since = firstIdAt(new Date(Date.now() - repeatWindowMs));
      const [, [found]] = await pipeline(
        queryRows(tx, sql`select pg_advisory_xact_lock(${hash.readBigInt64BE().toString()})`),
        queryRows<{ id: string }>(
          tx,
          sql`
          select id from orders where user_id = ${userId} and id >= ${since}
            and request_hash = ${hash} and state in ('unpaid', 'paid')
          order by id desc limit 1`,
        ),
      );
      return found ? { earlier: found.id } : { placed: await insertOrder(tx, input) };
    }),
  );
  const order = earlier === undefined ? placed : await findOrder(db, earlier, userId);
  return order ?? (await orderProblem(db, input)) ?? stockMoves;
}

export async function insertOrder(db: Queries, input: OrderInput): Promise<Order | undefined> {
  const { userId, partId, key, hash, totalCents, body } = input;
  const { name, email, phone, address, productName, quantity } = body;
  const id = newId();
  const createdAt = timeFromId(id);
  const stock = { partId, name: productName, quantity, totalCents };
  const [placed] = await queryRows<{ price_cents: string }>(
    db,
    sql`
    with reason as (${setStockReason({ reason: "ordered", order: id, user: userId })}),
    reserved as (${reserveStock(stock)}),
    placed as (
      insert into orders (id, user_id, part_id, request_key, request_hash, name, email, phone,
        address, product_name, quantity, price_cents, total_cents, created_at)
      select ${id}::uuid, ${userId}::uuid, id, ${key}::uuid, ${hash}::bytea, ${name}, ${email},
        ${phone}, ${address}, ${productName}, ${quantity}::int, price_cents, ${totalCents}::bigint,
        ${createdAt.toISOString()}::timestamptz
      from reserved
      returning id, email, price_cents
    ),
    letter as (${insertOrderLetter("order-placed", sql`select id, email from placed`)})
    select placed.price_cents from placed cross join reason`,
  );
  if (!placed) return undefined;
  const priceCents = Number(placed.price_cents);
  const row = { ...body, id, partId, priceCents, totalCents, createdAt };
  return present({ ...row, state: "unpaid", transactionId: null });
}

function hashOf({ key, ...order }: NewOrder): Buffer {
  const { part, name, productName, quantity, totalPrice, phone, address } = order;
  const all = [key !== undefined, part, name, productName, quantity, totalPrice, phone, address];
  return createHash("sha256").update(JSON.stringify(all)).digest();
}
