import { returnablePieces } from "#contract/rules/returns.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import type { ReturnsContext } from "./context.ts";
import { countAsked, type ReturnRow } from "./store.ts";
import { returnLines, returns } from "./tables.ts";

type Withdrawal = { id: string; free: boolean };

/** Of all that was sent, approved at once. Undefined if nothing was sent: the order is to be cancelled. */
export async function addWithdrawal(
  { letters, orders }: Pick<ReturnsContext, "letters" | "orders">,
  tx: Queries,
  order: LockedOrder,
  { id: requestKey, free }: Withdrawal,
): Promise<ReturnRow | undefined> {
  const asked = await countAsked(tx, order.id);
  const parts = order.lines.filter(({ kind }) => kind === "part");
  const isAllSent = parts.every(
    ({ quantity, cancelled, shipped, replaced }) => quantity - cancelled - shipped + replaced === 0,
  );
  const lines = parts
    .map((line) => ({ id: line.id, pieces: returnablePieces(line, asked.get(line.id) ?? 0) }))
    .filter(({ pieces }) => pieces > 0);
  if (!isAllSent || lines.length === 0) return undefined;
  const [row] = await tx
    .insert(returns)
    .values({
      ...{ id: newId(), orderId: order.id, kind: "withdrawal", state: "approved", free },
      requestKey,
    })
    .returning();
  if (!row) throw new Error("The return was not stored");
  await tx.insert(returnLines).values(
    lines.map(({ id: orderLineId, pieces: quantity }) => ({
      ...{ returnId: row.id, orderLineId, quantity, reason: "withdrawal" },
    })),
  );
  await letters.addOrderLetter(tx, "return-approved", { id: row.id, email: order.email });
  await orders.storeOrderEvent(tx, "order.return-approved", order);
  return row;
}
