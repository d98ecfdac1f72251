import type { FulfilmentState } from "./order-states.ts";

/** Only what is packed can be void: its pieces can be packed again. */
export const shipmentStates = ["packed", "shipped", "delivered", "void"] as const;
export type ShipmentState = (typeof shipmentStates)[number];

type Pieces = {
  kind: string;
  quantity: number;
  cancelled: number;
  shipped: number;
  returned: number;
  lost: number;
  replaced: number;
};

type Unshipped = Pick<Pieces, "quantity" | "cancelled" | "shipped" | "replaced">;

export function unshippedPieces({ quantity, cancelled, shipped, replaced }: Unshipped): number {
  return quantity - cancelled - shipped + replaced;
}

/** Of those, the pieces in place of what came back or was lost. */
export function replacingPieces(line: Unshipped): number {
  return Math.min(line.replaced, unshippedPieces(line));
}

/** `packed`: pieces in parcels that wait; `delivered`: in those that arrived. */
export function deriveFulfilment(
  lines: readonly Pieces[],
  { packed, delivered }: { packed: number; delivered: number },
): FulfilmentState {
  const parts = lines.filter(({ kind }) => kind === "part");
  const shipped = sum(parts, "shipped");
  if (shipped === 0) return packed > 0 ? "packed" : "none";
  if (parts.some((line) => unshippedPieces(line) > 0)) return "partly_shipped";
  if (sum(parts, "returned") === shipped) return "returned";
  // What was lost as a whole never arrived.
  return delivered > 0 && delivered + sum(parts, "lost") >= shipped ? "delivered" : "shipped";
}

function sum(lines: readonly Pieces[], counter: "shipped" | "returned" | "lost"): number {
  return lines.reduce((pieces, line) => pieces + line[counter], 0);
}
