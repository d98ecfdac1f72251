import type { LockedOrder } from "./move-order.ts";

type Pieces = { line: string; quantity: number };

/** Whoever gets the money of a part back owes no old one for it. */
export function depositsOf({ lines }: LockedOrder, parts: readonly Pieces[]): Pieces[] {
  return lines.flatMap(({ id, kind, parentId }) => {
    const quantity = parts.find(({ line }) => line === parentId)?.quantity ?? 0;
    return kind === "deposit" && quantity > 0 ? [{ line: id, quantity }] : [];
  });
}
