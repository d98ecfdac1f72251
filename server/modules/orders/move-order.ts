import { and, eq } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import { type OrderState, orderMoves } from "#contract/rules/order-states.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { orders } from "./tables.ts";

export type OrderRow = typeof orders.$inferSelect & { state: OrderState };
type MoveName = keyof typeof orderMoves;

/** The same for a missing order and someone else's, so that ids cannot be probed. */
export const noSuchOrder = refuse("not-found", "There is no such order.");

export async function lockOrder(db: Queries, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).for("update");
  return row as OrderRow | undefined;
}

export function moveProblem(name: MoveName, state: OrderState): string | undefined {
  const { from, otherwise }: { from: OrderState; otherwise: { [State in OrderState]?: string } } =
    orderMoves[name];
  if (state === from) return undefined;
  return otherwise[state] ?? `That is not possible for an order that is ${state}.`;
}

type Changes = Partial<Pick<OrderRow, "transactionId" | "paidAt" | "closedAt" | "closedBy">>;

/** The only function that changes the state of an order, which must be locked. */
export async function moveOrder(
  db: Queries,
  order: OrderRow,
  name: MoveName,
  changes: Changes = {},
): Promise<void> {
  const { from, to } = orderMoves[name];
  const moved = await db
    .update(orders)
    .set({ ...changes, state: to })
    .where(and(eq(orders.id, order.id), eq(orders.state, from)))
    .returning({ id: orders.id });
  if (moved.length === 0) throw new Error(`Order ${order.id} was not locked before it moved`);
}
