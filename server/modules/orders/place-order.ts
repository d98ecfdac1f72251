import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { NewOrder, Order, orderCalls } from "#contract/orders.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { toCents, totalProblem } from "#contract/rules/money.ts";
import type { Context } from "#server/context.ts";
import { findOrderablePart } from "#server/modules/catalog/find-orderable-part.ts";
import { findPartByName } from "#server/modules/catalog/store.ts";
import { type Proof, proveFit, storeProofs } from "#server/modules/fitment/prove-fit.ts";
import { lockStock } from "#server/modules/inventory/change-stock.ts";
import { chooseHold, type HoldRules } from "#server/modules/inventory/choose-hold.ts";
import { countHolds, type Networks, networksOf } from "#server/modules/inventory/count-holds.ts";
import { expireDue, storeReservations } from "#server/modules/inventory/reserve.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { isCheckViolation, isUniqueViolation } from "#server/platform/database/database-errors.ts";
import { lockThenWrite } from "#server/platform/database/lock-then-write.ts";
import { firstIdAt, newId, newIdAt, timeFromId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction, pipeline, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { hashBody, keyReused } from "#server/platform/once/once.ts";
import { insertOrder } from "./insert-order.ts";
import { storeOrderEvent } from "./order-event.ts";
import { noSuchPart, orderProblem } from "./order-problem.ts";
import { findOrder, findOrderByKey, presentOne } from "./store.ts";

/** Without a key, the same order again within this time is the same order. */
const repeatWindowMs = 10_000;

export type OrderInput = {
  userId: string;
  networks: Networks;
  partId: string;
  key: string;
  /** Of the body, stored with the order: under one key only the same body is answered again. */
  hash: Buffer;
  totalCents: number;
  body: NewOrder;
  holds: Omit<HoldRules, "now">;
  /** Of its fit. Judged before the stock is locked, so that nobody waits for it. */
  proofs?: Proof[];
};

type Stored = Order | Refusal<"not-found" | "conflict">;
type Placed = Stored | Refusal<"key-reused">;

type PlacingContext = Pick<Context, "db" | "clock">;

export function placeOrder(context: Context): Handler<typeof orderCalls.place> {
  const { db, env, settings } = context;
  return async ({ body }, { person, address }) => {
    const { part, key, productName: name, quantity, totalPrice, car } = body;
    const totalCents = toCents(totalPrice);
    const problem = totalProblem(totalCents);
    if (problem) return refuse("conflict", problem, { quantity: problem });
    const partId = part ?? (await findPartByName(db, { name, quantity, totalCents }));
    if (!partId) return noSuchPart;
    const holds = { ...(await settings()).holds, factor: env.RESERVATION_FACTOR };
    const input: OrderInput = {
      userId: person._id,
      networks: networksOf(address),
      partId,
      holds,
      key: key ?? newId(),
      hash: key === undefined ? hashOrder(body) : hashKeyed(body),
      totalCents,
      body,
      ...(car && { proofs: await proveFit(db, car, [partId]) }),
    };
    const store = key === undefined ? placeUnlessRepeated : placeByKey;
    const placed = await store(context, input);
    if (!(placed instanceof Refusal)) context.jobs.wake();
    return placed;
  };
}

async function placeByKey(context: PlacingContext, input: OrderInput): Promise<Placed> {
  const { db } = context;
  const placed = await storeByKey(context, input).catch((error) => {
    if (isUniqueViolation(error, "orders_request")) return undefined;
    throw error;
  });
  if (placed && !(placed instanceof Refusal)) return placed;
  const earlier = await findOrderByKey(db, input);
  if (earlier) {
    const hashes = [input.hash, hashOrder(input.body)];
    const isSame = hashes.some((hash) => earlier.requestHash.equals(hash));
    return isSame ? presentOne(db, earlier) : keyReused;
  }
  if (!placed) throw new Error("The order with this key is gone");
  return placed;
}

export function storeByKey(context: PlacingContext, input: OrderInput): Promise<Stored> {
  return retryOnConflict(() =>
    retryIfRenewed(() =>
      lockThenWrite(
        context.db,
        (tx) => lockAndRead(tx, input),
        (tx, found) => storeOrRefuse(context, tx, { ...input, ...found }),
      ),
    ),
  );
}

/** The advisory lock makes the second of two equal requests wait for the first. */
async function placeUnlessRepeated(context: PlacingContext, input: OrderInput): Promise<Placed> {
  const { db, clock } = context;
  const { userId, hash } = input;
  const work = () =>
    inTransaction(db, async (tx): Promise<Stored | { earlier: string }> => {
      const since = firstIdAt(new Date(clock.now().getTime() - repeatWindowMs));
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
      if (found) return { earlier: found.id };
      const read = await lockAndRead(tx, input);
      return storeOrRefuse(context, tx, { ...input, ...read });
    });
  const placed = await retryOnConflict(() => retryIfRenewed(work));
  if (!("earlier" in placed)) return placed;
  return (await findOrder(db, placed.earlier, userId)) ?? noSuchPart;
}

/** A due hold that was counted as free may be renewed by its payment before it is freed. */
async function retryIfRenewed<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error) => {
    if (isCheckViolation(error, "stock_reserved_in_bounds")) return work();
    throw error;
  });
}

type Found = Awaited<ReturnType<typeof lockAndRead>>;

async function lockAndRead(tx: Queries, { userId, networks, partId, holds }: OrderInput) {
  const partIds = [partId];
  const [stock, part, counts] = await pipeline(
    lockStock(tx, partIds),
    findOrderablePart(tx, partId),
    countHolds(tx, { userId, networks, partIds }, holds),
  );
  if (!part?.fromShelf) return { available: stock.get(partId)?.available ?? 0, part, counts };
  // What is free of its components says how many kits there are.
  const isFreed = counts.duePieces > 0 && (await expireDue(tx, partIds));
  const kit = isFreed ? await findOrderablePart(tx, partId) : part;
  return {
    available: kit?.availablQuantity ?? 0,
    part: kit,
    counts: { ...counts, duePieces: 0 },
  };
}

function storeOrRefuse(
  { clock }: PlacingContext,
  tx: Queries,
  { available, part, counts, proofs = [], ...input }: OrderInput & Found,
): Promise<Order> | Exclude<Stored, Order> {
  const { body, partId, userId, networks, holds } = input;
  const availablQuantity = available + counts.duePieces;
  const problem = orderProblem(part && { ...part, availablQuantity }, input);
  if (problem) return problem;
  const now = clock.now();
  const id = newIdAt(now);
  const lineId = newId();
  const holdUntil = chooseHold(counts, body.quantity, { ...holds, now });
  const order = {
    ...input,
    id,
    lineId,
    holdUntil,
    createdAt: timeFromId(id),
    partNumber: part?.number ?? "",
    priceCents: part?.priceCents ?? 0,
  };
  const lines = [{ orderLineId: lineId, partId, quantity: body.quantity }];
  return pipeline(
    insertOrder(tx, order),
    addOrderLetter(tx, "order-placed", { id, email: body.email }),
    storeOrderEvent(tx, "order.placed", { id, userId, state: "unpaid" }),
    storeProofs(tx, lines, proofs),
    ...(counts.duePieces > 0 ? [expireDue(tx, [partId])] : []),
    ...(holdUntil
      ? [
          storeReservations(
            tx,
            { orderId: id, userId, networks, lines },
            { state: "held", expiresAt: holdUntil },
          ),
        ]
      : []),
  ).then(([placed]) => placed);
}

const hashKeyed = ({ key: _, ...order }: NewOrder) => hashBody(order);

/** What makes an order without a key the same as another. An earlier release stored it for all. */
function hashOrder({ key, ...order }: NewOrder): Buffer {
  const { part, name, productName, quantity, totalPrice, phone, address } = order;
  const all = [key !== undefined, part, name, productName, quantity, totalPrice, phone, address];
  return createHash("sha256").update(JSON.stringify(all)).digest();
}
