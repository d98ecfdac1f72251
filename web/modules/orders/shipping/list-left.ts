import type { OrderPage } from "#contract/order-page.ts";
import type { OrderLine } from "#contract/orders.ts";
import { unshippedPieces } from "#contract/rules/fulfilment.ts";

export type LeftLine = OrderLine & { left: number };

export function listLeft({ order, parcels }: OrderPage): LeftLine[] {
  const packed = parcels.filter(({ state }) => state === "packed").flatMap(({ lines }) => lines);
  return order.lines.flatMap((each) => {
    const waiting = packed.filter(({ line }) => line === each._id);
    const left = unshippedPieces(each) - waiting.reduce((sum, { quantity }) => sum + quantity, 0);
    return each.kind === "part" && left > 0 ? [{ ...each, left }] : [];
  });
}
