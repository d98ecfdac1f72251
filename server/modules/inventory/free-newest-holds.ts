import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { Conflict } from "#server/platform/database/transaction.ts";
import { moveStock } from "./change-stock.ts";
import { reservations, stock } from "./tables.ts";

const isNotBeingPaid = sql`not exists (select from orders
  where orders.id = ${reservations.orderId} and payment_state = 'processing')`;

const isHeld = eq(reservations.state, "held");

type Cause = { sourceId: string; byUser: string; note: string };
export type FreedHold = { orderId: string; quantity: number };

export async function listHolders(tx: Queries, partId: string, onHand: number): Promise<string[]> {
  const rows = await tx
    .select({ orderId: reservations.orderId })
    .from(reservations)
    .innerJoin(stock, eq(stock.partId, reservations.partId))
    .where(and(eq(stock.partId, partId), gt(stock.reserved, onHand), isHeld))
    .groupBy(reservations.orderId);
  return rows.map(({ orderId }) => orderId);
}

type Need = { partId: string; pieces: number; lockedOrders: readonly string[] };

/** Of orders that nobody is paying, until so many pieces are free; or none, if all are too few. The stock is locked by the caller. */
export async function freeNewestHolds(
  tx: Queries,
  { partId, pieces, lockedOrders }: Need,
  cause: Cause,
): Promise<FreedHold[] | undefined> {
  const freed = await freeHoldsOfParts(tx, new Map([[partId, pieces]]), lockedOrders, cause);
  return freed.get(partId);
}

/** A part whose holds are too few is left out, and keeps them. */
export async function freeHoldsOfParts(
  tx: Queries,
  needs: ReadonlyMap<string, number>,
  lockedOrders: readonly string[],
  cause: Cause,
): Promise<Map<string, Hold[]>> {
  if (needs.size === 0) return new Map();
  const held = await findFreeable(tx, [...needs.keys()]).for("update");
  const chosen = chooseNewest(held, needs);
  const newest = [...chosen.values()].flat();
  const locked = new Set(lockedOrders);
  if (!newest.every((hold) => locked.has(hold.orderId))) {
    throw new Conflict("An order was placed before the stock was locked");
  }
  for (let from = 0; from < newest.length; from += rowsPerInsert) {
    await release(tx, newest.slice(from, from + rowsPerInsert), cause);
  }
  return chosen;
}

/** PostgreSQL allows 65,535 parameters in a statement. */
const rowsPerInsert = 1_000;

async function release(tx: Queries, holds: readonly Hold[], cause: Cause): Promise<void> {
  await tx.execute(sql`
    delete from reservations r using unnest(
      ${sql.param(holds.map((hold) => hold.orderLineId))}::uuid[],
      ${sql.param(holds.map((hold) => hold.partId))}::uuid[]) as freed (order_line_id, part_id)
    where r.order_line_id = freed.order_line_id and r.part_id = freed.part_id`);
  await moveStock(
    tx,
    holds.map(({ partId, orderLineId, quantity }) => ({
      ...cause,
      partId,
      reason: "release",
      orderLineId,
      reservedChange: -quantity,
    })),
  );
}

type Hold = FreedHold & { partId: string; orderLineId: string };

export function findFreeable(db: Queries, partIds: readonly (string | null)[]) {
  const { orderLineId, orderId, partId, quantity } = reservations;
  const isOfThese = sql`${partId} = any(${sql.param(partIds)}::uuid[])`;
  return db
    .select({ orderLineId, orderId, partId, quantity })
    .from(reservations)
    .where(and(isOfThese, isHeld, isNotBeingPaid))
    .orderBy(desc(orderId));
}

export function chooseNewest(
  held: readonly Hold[],
  needs: ReadonlyMap<string, number>,
): Map<string, Hold[]> {
  const byPart = Map.groupBy(held, ({ partId }) => partId);
  const chosen = new Map<string, Hold[]>();
  for (const [partId, pieces] of needs) {
    let freed = 0;
    const newest = (byPart.get(partId) ?? []).filter(({ quantity }) => {
      const isNeeded = freed < pieces;
      if (isNeeded) freed += quantity;
      return isNeeded;
    });
    if (freed >= pieces) chosen.set(partId, newest);
  }
  return chosen;
}

export async function listHoldersOfImport(tx: Queries, importId: string): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`
    select distinct r.order_id as id from import_lines l
    join stock s on s.part_id = l.part_id and s.reserved > (l.after->>'on_hand')::int
    join reservations r on r.part_id = s.part_id and r.state = 'held'
    where l.import_id = ${importId} and l.result = 'changed'`,
  );
  return rows.map(({ id }) => id);
}

export async function listAllocated(tx: Queries, partId: string): Promise<string[]> {
  const rows = await tx
    .select({ orderId: reservations.orderId })
    .from(reservations)
    .where(and(eq(reservations.partId, partId), eq(reservations.state, "allocated")))
    .groupBy(reservations.orderId)
    .orderBy(reservations.orderId);
  return rows.map(({ orderId }) => orderId);
}
