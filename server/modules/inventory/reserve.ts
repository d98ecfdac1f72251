import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryPrepared, queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction, pipeline } from "#server/platform/database/transaction.ts";
import { lockStock, moveStock, type StockRow } from "./change-stock.ts";
import { type HoldBounds, mayHold } from "./choose-hold.ts";
import { countHolds, type Networks } from "./count-holds.ts";
import {
  findShortages,
  listShelfLines,
  type ReservationLine,
  type ShelfLine,
  type Shortage,
  withShelfParts,
} from "./shelf-parts.ts";
import { insertStockEvents } from "./stock-event.ts";
import { reservations } from "./tables.ts";

export type ReservationInput = {
  orderId: string;
  userId: string | null;
  networks: Networks;
  lines: readonly ReservationLine[];
};
export const noNetworks: Networks = { network: "", wideNetwork: "" };
/** Unpaid orders hold until a time; paid ones until they are shipped. */
export type Hold = { state: "held"; expiresAt: Date } | { state: "allocated"; expiresAt: null };

/** Locks the stock of the parts, after what expired holds still keep of it has been freed. */
export async function lockAvailableStock(
  tx: Queries,
  partIds: readonly string[],
): Promise<Map<string, StockRow>> {
  const locked = await lockStock(tx, partIds);
  return (await expireDue(tx, partIds)) ? lockStock(tx, partIds) : locked;
}

/** Of kits, what they are put together from. */
export async function expireDue(tx: Queries, partIds: readonly string[]): Promise<boolean> {
  const parts = withShelfParts(partIds);
  const freed = await queryRows(
    tx,
    sql`
    with due as (delete from reservations where part_id = any(${parts}) and ${isDue}
      returning part_id, order_line_id, quantity, user_id),
    moved as (insert into inventory_movements
        (part_id, reason, reserved_change, order_line_id, source_id, by_user)
      select part_id, 'expire', -quantity, order_line_id, ${newId()}::uuid, user_id from due),
    changed as (update stock set reserved = stock.reserved - freed.quantity
      from (select part_id, sum(quantity)::int as quantity from due group by part_id) freed
      where stock.part_id = freed.part_id returning stock.part_id, stock.available),
    events as (${insertStockEvents(sql`changed`)})
    select from changed`,
  );
  return freed.length > 0;
}

/** For pieces that came back and are sent once more. The caller locks the order. */
export async function reserveAgain(
  tx: Queries,
  { lines: sold, ...order }: Omit<ReservationInput, "networks">,
  cause: { sourceId: string; byUser: string },
): Promise<Shortage[]> {
  const lines = await listShelfLines(tx, sold);
  const stock = await lockAvailableStock(
    tx,
    lines.map(({ partId }) => partId),
  );
  const shortages = findShortages(stock, lines);
  if (shortages.length > 0 || lines.length === 0) return shortages;
  const kept = { ...order, state: "allocated", expiresAt: null, ...noNetworks } as const;
  await tx
    .insert(reservations)
    .values(lines.map(({ soldAs, perPiece, ...line }) => ({ ...kept, ...line })))
    .onConflictDoUpdate({
      target: [reservations.orderLineId, reservations.partId],
      set: { quantity: sql`${reservations.quantity} + excluded.quantity` },
    });
  await moveStock(
    tx,
    lines.map(({ orderLineId, partId, quantity }) => ({
      ...cause,
      orderLineId,
      partId,
      reason: "reserve",
      reservedChange: quantity,
    })),
  );
  return [];
}

/** Of kits, what they are put together from. The stock is locked by the caller, the lines are stored. */
export async function storeReservations(
  tx: Queries,
  { lines, ...order }: ReservationInput,
  hold: Hold,
): Promise<void> {
  const sold = unnestLines(lines);
  await storeShelfReservations(
    tx,
    sql`select sold.id, coalesce(own.part_id, sold.part_id) as part_id,
        sold.quantity * coalesce(own.quantity, 1) as quantity
      from (${sold}) sold left join line_components own on own.order_line_id = sold.id`,
    { ...order, ...hold },
  );
}

const unnestLines = (lines: readonly ReservationLine[]) => sql`
  select * from unnest(${sql.param(lines.map((line) => line.orderLineId))}::uuid[],
    ${sql.param(lines.map(({ partId }) => partId))}::uuid[],
    ${sql.param(lines.map(({ quantity }) => quantity))}::int[]) as line(id, part_id, quantity)`;

async function storeShelfReservations(
  tx: Queries,
  lines: SQL,
  { orderId, userId, networks, state, expiresAt }: Omit<ReservationInput, "lines"> & Hold,
): Promise<void> {
  await queryPrepared(
    tx,
    sql`
    with line as (${lines}),
    reserved as (insert into reservations
        (order_line_id, order_id, part_id, quantity, state, expires_at, user_id, network,
        wide_network)
      select id, ${orderId}::uuid, part_id, quantity, ${state},
        ${expiresAt?.toISOString() ?? null}::timestamptz, ${userId}::uuid, ${networks.network},
        ${networks.wideNetwork} from line),
    moved as (insert into inventory_movements
        (part_id, reason, reserved_change, order_line_id, source_id, by_user)
      select part_id, 'reserve', quantity, id, ${newId()}::uuid, ${userId}::uuid from line),
    changed as (update stock set reserved = stock.reserved + wanted.quantity
      from (select part_id, sum(quantity)::int as quantity from line group by part_id) wanted
      where stock.part_id = wanted.part_id returning stock.part_id, stock.available)
    ${insertStockEvents(sql`changed`)}`,
  );
}

/** Keeps what is still reserved, and reserves again what has expired. The caller locks the order. */
export async function keepReserved(
  tx: Queries,
  { lines: sold, ...order }: ReservationInput,
  hold: Hold,
): Promise<Shortage[]> {
  const lines = await listShelfLines(tx, sold);
  const isMissing = (kept: Set<string>) => (line: ShelfLine) => !kept.has(keyOf(line));
  // Usually nothing is due, so no other transaction locks these rows. Otherwise the stock comes first.
  const isSafe = sql`${lines.length} <= (select count(*) from reservations own
    where own.order_id = ${order.orderId}
      and (own.state = 'allocated' or own.expires_at > ${soon}))`;
  const all = await renewReservations(tx, order.orderId, hold, isSafe);
  if (!lines.some(isMissing(all))) return [];
  const partIds = lines.map(({ partId }) => partId);
  await lockStock(tx, partIds);
  const missing = lines.filter(isMissing(await renewReservations(tx, order.orderId, hold)));
  if (missing.length === 0) return [];
  const shortages = findShortages(await lockAvailableStock(tx, partIds), missing);
  if (shortages.length === 0) {
    await storeShelfReservations(tx, unnestLines(missing), { ...order, ...hold });
  }
  return shortages;
}

/** Until then nobody frees what a hold keeps. */
const soon = sql`clock_timestamp() + interval '15 seconds'`;

export type HoldForPayment = {
  until: Date;
  /** One that lasts so long is left as it is. */
  enough: Date;
  /** False where this order has been renewed as often as it may. */
  mayRenew: boolean;
  bounds: HoldBounds;
};
type Begun =
  | { shortages: readonly Shortage[] }
  | { heldUntil: Date; isRenewed: boolean }
  | { heldUntil: undefined };

/** For somebody who begins to pay. Beyond the bounds on holds nothing is held, but there must be enough. The caller locks the order. */
export async function holdForPayment(
  tx: Queries,
  order: ReservationInput,
  { until, enough, mayRenew, bounds }: HoldForPayment,
): Promise<Begun> {
  const { orderId, userId, networks } = order;
  const lines = await listShelfLines(tx, order.lines);
  const missingOf = (held: readonly HeldRow[]) => {
    const kept = new Set(held.map(keyOf));
    return lines.filter((line) => !kept.has(keyOf(line)));
  };
  const renew = async () => {
    await keepReserved(tx, order, { state: "held", expiresAt: until });
    return { heldUntil: until, isRenewed: true };
  };
  let held = await readHeld(tx, orderId, soon);
  if (missingOf(held).length > 0) {
    const partIds = lines.map(({ partId }) => partId);
    const stock = await lockAvailableStock(tx, partIds);
    // Nobody frees what is held now, however short its time is.
    held = await readHeld(tx, orderId, sql`clock_timestamp()`);
    const missing = missingOf(held);
    const shortages = findShortages(stock, missing);
    if (shortages.length > 0) return { shortages };
    if (missing.length > 0) {
      const own = { orderId, lineIds: lines.map(({ orderLineId }) => orderLineId) };
      const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      const counts = await countHolds(tx, { userId, networks, partIds, own }, bounds);
      return mayRenew && mayHold(counts, pieces, bounds) ? renew() : { heldUntil: undefined };
    }
  }
  const heldUntil = new Date(Math.min(...held.map(({ expiresAt }) => Number(expiresAt))));
  return mayRenew && heldUntil < enough ? renew() : { heldUntil, isRenewed: false };
}

type HeldRow = typeof reservations.$inferSelect;

function readHeld(tx: Queries, orderId: string, after: SQL): Promise<HeldRow[]> {
  return tx
    .select()
    .from(reservations)
    .where(and(eq(reservations.orderId, orderId), sql`${reservations.expiresAt} > ${after}`));
}

/** Of what is still held: longer while the bank decides, shorter when it has declined. Nothing is held anew. */
export async function moveHeldUntil(
  tx: Queries,
  orderId: string,
  until: Date,
  bound: "at least" | "at most",
): Promise<boolean> {
  const time = sql`${until.toISOString()}::timestamptz`;
  const { expiresAt } = reservations;
  const isHeld = sql`${reservations.state} = 'held' and ${expiresAt} > clock_timestamp()`;
  const moved = await tx
    .update(reservations)
    .set({
      expiresAt:
        bound === "at least"
          ? sql`greatest(${expiresAt}, ${time})`
          : sql`least(${expiresAt}, ${time})`,
    })
    .where(and(eq(reservations.orderId, orderId), isHeld))
    .returning({ orderId: reservations.orderId });
  return moved.length > 0;
}

const keyOf = ({ orderLineId, partId }: Omit<ReservationLine, "quantity">) =>
  `${orderLineId} ${partId}`;

async function renewReservations(
  tx: Queries,
  orderId: string,
  { state, expiresAt }: Hold,
  condition?: SQL,
): Promise<Set<string>> {
  const kept = await tx
    .update(reservations)
    .set({
      state,
      expiresAt:
        expiresAt &&
        sql`greatest(${reservations.expiresAt}, ${expiresAt.toISOString()}::timestamptz)`,
    })
    .where(and(eq(reservations.orderId, orderId), condition))
    .returning({ orderLineId: reservations.orderLineId, partId: reservations.partId });
  return new Set(kept.map(keyOf));
}

export async function releaseOrder(
  tx: Queries,
  orderId: string,
  byUser: string | null,
): Promise<void> {
  await pipeline(
    // A statement of its own, so that the next one reads what others have changed.
    queryRows(
      tx,
      sql`select from stock
        where part_id in (select part_id from reservations where order_id = ${orderId})
        order by part_id for update`,
    ),
    queryRows(
      tx,
      sql`
      with released as (delete from reservations where order_id = ${orderId}
        returning part_id, order_line_id, quantity),
      moved as (insert into inventory_movements
          (part_id, reason, reserved_change, order_line_id, source_id, by_user)
        select part_id, 'release', -quantity, order_line_id, ${newId()}::uuid, ${byUser}::uuid
        from released),
      changed as (update stock set reserved = stock.reserved - freed.quantity
        from (select part_id, sum(quantity)::int as quantity from released group by part_id) freed
        where stock.part_id = freed.part_id returning stock.part_id, stock.available)
      ${insertStockEvents(sql`changed`)}`,
    ),
  );
}

const expiryBatch = 200;

export async function expireHolds(db: Database): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Not locked: stock is always locked before its reservations.
    const due = await tx
      .selectDistinct({ partId: reservations.partId })
      .from(reservations)
      .where(isDue)
      .limit(expiryBatch);
    if (due.length > 0)
      await lockAvailableStock(
        tx,
        due.map(({ partId }) => partId),
      );
    return due.length;
  });
}

const isDue = sql`state = 'held' and expires_at <= clock_timestamp()`;
