import { and, eq, inArray } from "drizzle-orm";
import {
  closedStates,
  type OrderState,
  orderMoves,
  type PaymentState,
  toOrderState,
} from "#contract/rules/order-states.ts";
import { releaseOrder } from "#server/modules/inventory/reserve.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { orderEvent } from "./order-event.ts";
import { orders } from "./tables.ts";

export type OrderRow = typeof orders.$inferSelect & {
  state: OrderState;
  paymentState: PaymentState;
};
type MoveName = keyof typeof orderMoves;

export async function lockOrder(db: Queries, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).for("update");
  return row as OrderRow | undefined;
}

export function moveProblem(name: MoveName, state: PaymentState): string | undefined {
  const { otherwise }: { otherwise: { [State in PaymentState]?: string } } = orderMoves[name];
  if (canMove(name, state)) return undefined;
  return otherwise[state] ?? `That is not possible for an order that is ${state}.`;
}

function canMove(name: MoveName, state: PaymentState): boolean {
  return (orderMoves[name].from as readonly PaymentState[]).includes(state);
}

type Changes = Partial<
  Pick<OrderRow, "transactionId" | "paidAt" | "closedAt" | "closedBy" | "holdUntil">
>;

/**
 * The only function that changes the state of an order, which must be locked. An order that needs
 * its stock no more releases it.
 */
export async function moveOrder(
  db: Queries,
  order: OrderRow,
  name: MoveName,
  changes: Changes = {},
): Promise<void> {
  const isClosing = (closedStates as readonly OrderState[]).includes(
    toOrderState(orderMoves[name].to),
  );
  if (isClosing) {
    await pipeline(
      storeMove(db, order, name, changes),
      releaseOrder(db, order.id, changes.closedBy ?? null),
    );
  } else {
    await storeMove(db, order, name, changes);
  }
}

async function storeMove(db: Queries, order: OrderRow, name: MoveName, changes: Changes) {
  const { from, to } = orderMoves[name];
  const state = toOrderState(to);
  const [moved] = await pipeline(
    db
      .update(orders)
      .set({ ...changes, paymentState: to, state })
      .where(and(eq(orders.id, order.id), inArray(orders.paymentState, [...from])))
      .returning({ id: orders.id })
      .execute(),
    storeEvents(db, [orderEvent(`order.${to}`, { ...order, state })]),
  );
  if (moved.length === 0) throw new Error(`Order ${order.id} was not locked before it moved`);
}
