import { and, eq, inArray, sql } from "drizzle-orm";
import {
  closedStates,
  type MoveName,
  type Mover,
  mayMove,
  moveProblem,
  type OrderState,
  orderMoves,
  type PaymentState,
  toOrderState,
} from "#contract/rules/order-states.ts";
import { releaseOrder } from "#server/modules/inventory/reserve.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import { storeOrderEvent } from "./order-event.ts";
import { orderLines, orders } from "./tables.ts";

export type OrderRow = typeof orders.$inferSelect & {
  state: OrderState;
  paymentState: PaymentState;
};
export type LineRow = typeof orderLines.$inferSelect;
export type LockedOrder = OrderRow & { lines: LineRow[] };

export async function lockOrder(tx: Queries, id: string): Promise<LockedOrder | undefined> {
  const [[row], lines] = await pipeline(
    tx.select().from(orders).where(eq(orders.id, id)).for("update").execute(),
    tx
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, id))
      .orderBy(orderLines.position)
      .execute(),
  );
  return row && { ...(row as OrderRow), lines };
}

/** What is on the account of a company is no longer in the hands of who has left it. */
export async function isOfFormerCompany(
  tx: Queries,
  { companyId, dueOn }: OrderRow,
  { _id, role }: { _id: string; role?: string | undefined },
): Promise<boolean> {
  if (role === "admin" || companyId === null || dueOn === null) return false;
  const found = await queryRows(
    tx,
    sql`select from company_members where company_id = ${companyId} and user_id = ${_id}`,
  );
  return found.length === 0;
}

type Move = { name: MoveName; by: Mover };
type Changes = Partial<
  Pick<
    OrderRow,
    "transactionId" | "paidAt" | "closedAt" | "closedBy" | "holdUntil" | "dueOn" | "delivery"
  >
>;

const isClosed = (state: OrderState) => (closedStates as readonly OrderState[]).includes(state);

/** The only function that changes the state of an order, which the caller has locked. */
export async function moveOrder(
  db: Queries,
  order: OrderRow,
  move: Move,
  changes: Changes = {},
): Promise<void> {
  const { name, by } = move;
  if (!mayMove(name, by) || moveProblem(name, order.paymentState)) {
    throw new Error(`Order ${order.id} is ${order.paymentState}: no move "${name}" by the ${by}`);
  }
  if (isClosed(toOrderState(orderMoves[name].to))) {
    await pipeline(
      storeMove(db, order, name, changes),
      releaseOrder(db, order.id, changes.closedBy ?? null),
    );
  } else {
    await storeMove(db, order, name, changes);
  }
}

/** Parcels that were packed for it are not sent. */
function unpack({ fulfilmentState }: OrderRow, state: OrderState) {
  return isClosed(state) && fulfilmentState === "packed" ? { fulfilmentState: "none" } : {};
}

async function storeMove(db: Queries, order: OrderRow, name: MoveName, changes: Changes) {
  const { from, to } = orderMoves[name];
  const state = toOrderState(to);
  const [moved] = await pipeline(
    db
      .update(orders)
      .set({ ...changes, paymentState: to, state, ...unpack(order, state) })
      .where(and(eq(orders.id, order.id), inArray(orders.paymentState, [...from])))
      .returning({ id: orders.id })
      .execute(),
    storeOrderEvent(db, `order.${to}`, { ...order, state }),
  );
  if (moved.length === 0) throw new Error(`Order ${order.id} was not locked before it moved`);
}
