import { unshippedPieces } from "#contract/rules/fulfilment.ts";
import { returnablePieces } from "#contract/rules/returns.ts";
import { readGoods, type WithdrawnPiece } from "#contract/rules/withdrawn-goods.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { countAsked, type ReturnRow } from "./store.ts";
import { returnLines, returns } from "./tables.ts";

type Withdrawal = {
  id: string;
  free: boolean;
  /** As it was stated; empty: all of the order. */
  goods: string;
};

/** Approved at once. Undefined where it is for a person, such as of goods that were not sent. */
export async function addWithdrawal(
  tx: Queries,
  order: LockedOrder,
  { id: requestKey, free, goods }: Withdrawal,
): Promise<ReturnRow | undefined> {
  const asked = await countAsked(tx, order.id);
  const lines = withdrawnPieces(order, asked, goods);
  if (!lines) return undefined;
  const [row] = await tx
    .insert(returns)
    .values({
      id: newId(),
      orderId: order.id,
      kind: "withdrawal",
      state: "approved",
      free,
      requestKey,
    })
    .returning();
  if (!row) throw new Error("The return was not stored");
  await tx.insert(returnLines).values(
    lines.map(({ line: { id: orderLineId }, quantity }) => ({
      returnId: row.id,
      orderLineId,
      quantity,
      reason: "withdrawal",
    })),
  );
  await addOrderLetter(tx, "return-approved", { id: row.id, email: order.email });
  await storeOrderEvent(tx, "order.return-approved", order);
  return row;
}

type Line = LockedOrder["lines"][number];

function withdrawnPieces(
  { lines }: LockedOrder,
  asked: ReadonlyMap<string, number>,
  goods: string,
): WithdrawnPiece<Line>[] | undefined {
  const parts = lines.filter(({ kind }) => kind === "part");
  const returnable = (line: Line) => returnablePieces(line, asked.get(line.id) ?? 0);
  if (goods.trim() !== "") {
    const chosen = readGoods(goods, parts);
    return chosen?.every(({ line, quantity }) => quantity <= returnable(line)) ? chosen : undefined;
  }
  const all = parts
    .map((line) => ({ line, quantity: returnable(line) }))
    .filter(({ quantity }) => quantity > 0);
  const isAllSent = parts.every((line) => unshippedPieces(line) === 0);
  return isAllSent && all.length > 0 ? all : undefined;
}
