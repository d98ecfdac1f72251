// Places an order: takes the stock and stores the order in one statement, or does nothing.
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Person } from "#contract/identity.ts";
import type { NewOrder, Order } from "#contract/orders.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { toCents, totalProblem } from "#contract/rules/money.ts";
import { inTransaction, type Queries } from "#server/platform/database/connect.ts";
import { isUniqueViolation } from "#server/platform/database/database-errors.ts";
import { firstIdAt, newId, timeFromId } from "#server/platform/database/new-id.ts";
import { pipeline } from "#server/platform/database/pipeline.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { retryOnConflict } from "#server/platform/database/retry-on-conflict.ts";
import type { OrdersContext } from "./context.ts";
import { findPartByName, noSuchPart, orderProblem } from "./order-problem.ts";
import { findOrder, findOrderByKey, present } from "./store.ts";

/** Without a key, the same order again within this time is the same order. */
const twiceWithin = 10_000;

const keyReused = refuse(
  "key-reused",
  "Another order was sent with this key before. Look at your orders, and order anew if you want both.",
);
const stockMoves = refuse(
  "conflict",
  "The stock of this part is changing just now. Please try again.",
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
  context: OrdersContext,
  person: Person,
  body: NewOrder,
): Promise<Placed> {
  const totalCents = toCents(body.totalPrice);
  const unpayable = totalProblem(totalCents);
  if (unpayable) return refuse("conflict", unpayable, { quantity: unpayable });
  const partId = body.part ?? (await findPartByName(context.db, { ...body, totalCents }));
  if (!partId) return noSuchPart;
  const wanted = { userId: person._id, partId, hash: hashOf(body), totalCents, body };
  return body.key === undefined
    ? placeUnlessJustPlaced(context, { ...wanted, key: newId() })
    : placeByKey(context, { ...wanted, key: body.key });
}

async function placeByKey(context: OrdersContext, wanted: OrderInput): Promise<Placed> {
  const placed = await retryOnConflict(() => insertOrder(context.db, wanted)).catch((error) => {
    if (isUniqueViolation(error, "orders_request")) return undefined;
    throw error;
  });
  if (placed) return placed;
  const earlier = await findOrderByKey(context.db, wanted);
  if (earlier) return earlier.requestHash.equals(wanted.hash) ? present(earlier) : keyReused;
  return (await orderProblem(context.db, wanted)) ?? stockMoves;
}

/** Who sends no key may still press twice. One of the two waits for the other here. */
async function placeUnlessJustPlaced(context: OrdersContext, wanted: OrderInput): Promise<Placed> {
  const { userId, hash } = wanted;
  const { placed, earlier } = await retryOnConflict(() =>
    inTransaction(context.db, async (tx) => {
      const since = firstIdAt(new Date(Date.now() - twiceWithin));
      // Sent at once; the look-up runs when the lock is held.
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
      return found ? { earlier: found.id } : { placed: await insertOrder(tx, wanted) };
    }),
  );
  if (placed) return placed;
  const order = earlier === undefined ? undefined : await findOrder(context.db, earlier, userId);
  return order ?? (await orderProblem(context.db, wanted)) ?? stockMoves;
}

/**
 * The one statement; nothing where the part does not allow it. The stock movement, which the
 * database writes, is told why; and that the part changed is told to others later, because a
 * transaction that notifies commits alone.
 */
export async function insertOrder(db: Queries, wanted: OrderInput): Promise<Order | undefined> {
  const { userId, partId, key, hash, totalCents, body } = wanted;
  const { name, email, phone, address, productName, quantity } = body;
  const id = newId();
  const createdAt = timeFromId(id);
  const why = JSON.stringify({ reason: "ordered", order: id, user: userId });
  const [placed] = await queryRows<{ price_cents: string }>(
    db,
    sql`
    with why as (
      select set_config('shop.movement', ${why}, true), set_config('shop.tells', 'later', true)
    ), taken as (
      update parts set availabl_quantity = availabl_quantity - ${quantity}::int
      where id = ${partId}::uuid and name = ${productName}
        and ${quantity}::int > minimum_quantity and ${quantity}::int < availabl_quantity
        and price_cents * ${quantity}::int = ${totalCents}::bigint
      returning id, price_cents
    ), placed as (
      insert into orders (id, user_id, part_id, request_key, request_hash, name, email, phone,
        address, product_name, quantity, price_cents, total_cents, created_at)
      select ${id}::uuid, ${userId}::uuid, id, ${key}::uuid, ${hash}::bytea, ${name}, ${email},
        ${phone}, ${address}, ${productName}, ${quantity}::int, price_cents, ${totalCents}::bigint,
        ${createdAt.toISOString()}::timestamptz
      from taken
      returning id, email, price_cents
    ), letter as (
      insert into letters (id, kind, email, about)
      select ${newId()}::uuid, 'order-placed', email, id from placed
    )
    select placed.price_cents from placed cross join why`,
  );
  if (!placed) return undefined;
  const priceCents = Number(placed.price_cents);
  const row = { ...body, id, partId, priceCents, totalCents, createdAt };
  return present({ ...row, state: "unpaid", transactionId: null });
}

/** All that makes an order another one. Whether it had a key does, too. */
function hashOf({ key, ...order }: NewOrder): Buffer {
  const { part, name, productName, quantity, totalPrice, phone, address } = order;
  const all = [key !== undefined, part, name, productName, quantity, totalPrice, phone, address];
  return createHash("sha256").update(JSON.stringify(all)).digest();
}
