import { and, eq, sql } from "drizzle-orm";
import {
  type StockEdit,
  type StockEdited,
  type StockState,
  stockCalls,
} from "#contract/inventory.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { type StockReason, stockDifference } from "#contract/rules/stock-change.ts";
import type { Change, Undone } from "#server/platform/audit/handlers.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { keyedRequest, keyReused, once } from "#server/platform/once/once.ts";
import { lockStock } from "./change-stock.ts";
import {
  type FreedHold,
  freeNewestHolds,
  listAllocated,
  listHolders,
} from "./free-newest-holds.ts";
import { correctStock, hasMoved } from "./move-goods.ts";
import { stock } from "./tables.ts";

export const noSuchPart = refuse("not-found", "There is no such part. It may have been removed.");
const alreadyUndone = refuse("conflict", "This change has already been undone.");

type WithOrders<Result> = (tx: Queries, ids: readonly string[]) => Promise<Result>;
/** The orders that have reserved stock: the module that owns them gives these. */
export type StockOrders = {
  numberOrders: WithOrders<ReadonlyMap<string, number>>;
  lockOrders: WithOrders<void>;
  endHolds: WithOrders<void>;
};

type Answer = Audited<StockEdited> | Refusal<"not-found" | "conflict" | "reserved-by">;
type Edited = Answer | Refusal<"key-reused">;

const movementReasons = {
  delivery: "receive",
  return: "return",
  damage: "scrap",
  count: "count",
  undo: "edit",
} as const;

const isNotDeleted = sql`exists (select from parts where id = ${stock.partId} and deleted_at is null)`;

const isShelfKit = sql`exists (select from parts where id = ${stock.partId} and from_shelf)`;

type Found = StockState & { isShelfKit: boolean };

export async function findStock(db: Queries, id: string): Promise<Found | undefined> {
  const [row] = await db
    .select({
      onHand: stock.onHand,
      reserved: stock.reserved,
      availablQuantity: sql<number>`case when ${isShelfKit} then (
        select availabl_quantity from parts where id = ${stock.partId}) else ${stock.available} end`,
      isShelfKit: sql<boolean>`${isShelfKit}`,
    })
    .from(stock)
    .where(and(eq(stock.partId, id), isNotDeleted));
  return row;
}

export function editStock(
  { db, stockOrders }: { db: Database; stockOrders: StockOrders },
  caller: SignedInCaller,
  id: string,
  { key, ...edit }: StockEdit,
): Promise<Edited> {
  const { reason, pieces, note = "" } = edit;
  async function book(tx: Queries): Promise<Edited> {
    const lockedOrders = reason === "count" ? await listHolders(tx, id, pieces) : [];
    await stockOrders.lockOrders(tx, lockedOrders);
    const onHand = (await lockStock(tx, [id])).get(id)?.onHand ?? 0;
    // By a request whose answer is no longer kept.
    if (key !== undefined && (await hasMoved(tx, id, key))) return keyReused;
    if (pieces === 0 && reason !== "count") {
      return refuse("conflict", "There is nothing to book.", { pieces: "Must be at least 1" });
    }
    const change = stockDifference(edit, onHand);
    const booking = { id, reason, change, note, sourceId: key ?? newId() };
    return bookStock(tx, caller, booking, { ...stockOrders, lockedOrders });
  }
  const bookOnce = (tx: Queries, key: string) => {
    const given = { params: { id }, body: { ...edit, key } };
    const request = keyedRequest(stockCalls.edit, given, { who: caller.person._id });
    return once(tx, request, () => book(tx));
  };
  return retryOnConflict(() =>
    inTransaction(db, (tx) => (key === undefined ? book(tx) : bookOnce(tx, key))),
  );
}

export function undoStock(
  db: Database,
  caller: SignedInCaller,
  { _id, about: id, after }: Change,
): Promise<Undone> {
  const change = -Number(after?.change);
  return retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      await lockStock(tx, [id]);
      if (await hasMoved(tx, id, _id)) return alreadyUndone;
      const booking = { id, reason: "undo", change, note: "", sourceId: _id } as const;
      const booked = await bookStock(tx, caller, booking);
      return booked instanceof Refusal ? refuse("conflict", booked.message) : booked;
    }),
  );
}

type Booking = {
  id: string;
  reason: StockReason | "undo";
  change: number;
  note: string;
  sourceId: string;
};

/** The stock is locked by the caller. */
async function bookStock(
  tx: Queries,
  caller: SignedInCaller,
  { id, reason, change, note, sourceId }: Booking,
  orders?: StockOrders & { lockedOrders: readonly string[] },
): Promise<Answer> {
  const state = await findStock(tx, id);
  if (!state) return noSuchPart;
  const nothing = { change: 0, auditId: null, released: [] };
  const unchanged = { reply: { ...state, ...nothing }, noted: nothingToAudit };
  if (change === 0) return unchanged;
  if (state.isShelfKit && change > 0) {
    return refuse("conflict", `${fromShelf}.`, { pieces: fromShelf });
  }
  const onHand = state.onHand + change;
  if (onHand > maxPieces) {
    return refuse("conflict", "These are more pieces than a part can have. Please check it.", {
      pieces: "Is too large",
    });
  }
  const correction = { partId: id, reason: movementReasons[reason], change };
  const cause = { sourceId, byUser: caller.person._id, note };
  const missing = state.reserved - onHand;
  const freed =
    orders && reason === "count" && missing > 0
      ? await freeNewestHolds(tx, { ...orders, partId: id, pieces: missing }, cause)
      : [];
  const named = await namedOrders(tx, id, freed);
  const numbers = orders && (await orders.numberOrders(tx, named));
  if (!freed) return needed([...(numbers?.values() ?? [])]);
  const reserved = freed.reduce((left, { quantity }) => left - quantity, state.reserved);
  const after = { onHand, reserved, availablQuantity: onHand - reserved };
  const { isCovered } = await correctStock(tx, correction, cause);
  if (!isCovered) return notCovered(onHand, reserved);
  if (orders && freed.length > 0) await orders.endHolds(tx, named);
  const released = freed.map(({ orderId, quantity }) => ({
    order: numbers?.get(orderId) ?? 0,
    pieces: quantity,
  }));
  const auditId = newId();
  const noted = await recordAction(tx, caller, {
    id: auditId,
    action: "change-stock",
    about: id,
    before: { availablQuantity: state.availablQuantity },
    after: {
      availablQuantity: after.availablQuantity,
      reason,
      change,
      ...(note !== "" && { note }),
      ...(released.length > 0 && { released: released.map(({ order }) => order).join(", ") }),
    },
  });
  return { reply: { ...after, change, auditId, released }, noted };
}

/** Those that lose their holds; else those that are paid, which keep theirs. */
const namedOrders = async (tx: Queries, id: string, freed: readonly FreedHold[] | undefined) =>
  freed ? freed.map(({ orderId }) => orderId) : listAllocated(tx, id);

const maxNamed = 20;

function needed(orders: readonly number[]) {
  const named = orders.toSorted((one, other) => one - other).slice(0, maxNamed);
  const message = `Paid orders need more than that: ${named.join(", ")}${orders.length > maxNamed ? " and more" : ""}. Please count again, or refund one of them first.`;
  return refuse("reserved-by", message, { pieces: message });
}

const fromShelf = "This kit is put together from its components: change the stock of those instead";

const maxPieces = 1_000_000_000;

function notCovered(left: number, reserved: number) {
  const pieces = (count: number) => (count === 1 ? "1 piece" : `${count} pieces`);
  const would =
    left < 0 ? "There are not that many on the shelf" : `Only ${pieces(left)} would be left`;
  const message =
    reserved === 0
      ? `${would}. Please count them again.`
      : `${would}, but orders have reserved ${pieces(reserved)}. Please count again, or cancel an order first.`;
  return refuse("conflict", message, { pieces: message });
}
