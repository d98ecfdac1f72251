import { type Refusal, refuse } from "#contract/refusals.ts";
import { unshippedPieces } from "#contract/rules/fulfilment.ts";
import type { NewShipment } from "#contract/shipments.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import type { Piece, StoredShipment } from "./store.ts";

type Line = LockedOrder["lines"][number];
export type ChosenPiece = Piece & { partId: string };

export function choosePieces(
  { lines }: LockedOrder,
  parcels: readonly StoredShipment[],
  wanted: NewShipment["lines"],
): ChosenPiece[] | Refusal<"conflict" | "already-shipped"> {
  const goods = lines.filter(({ kind }) => kind === "part");
  const left = (line: Line) => unshippedPieces(line) - packedPieces(parcels, line.id);
  if (!wanted) {
    const all = goods.flatMap((line) => toPiece(line, left(line)));
    return all.length > 0 ? all : alreadyShipped("All of this order is", parcels);
  }
  const chosen: ChosenPiece[] = [];
  for (const [id, quantity] of sumByLine(wanted)) {
    const line = goods.find((each) => each.id === id);
    if (!line) return refuse("conflict", "This order has no such line.", { lines: id });
    const most = left(line);
    if (quantity > most) {
      const own = parcels.filter((parcel) => isLive(parcel) && piecesOf(parcel, id) > 0);
      return most > 0
        ? alreadyShipped(`Only ${most} of ${line.name} can still be shipped. The others are`, own)
        : alreadyShipped(`All of ${line.name} is`, own);
    }
    chosen.push(...toPiece(line, quantity));
  }
  return chosen;
}

const toPiece = ({ id, partId }: Line, quantity: number): ChosenPiece[] =>
  partId && quantity > 0 ? [{ orderLineId: id, partId, quantity }] : [];

function alreadyShipped(what: string, parcels: readonly StoredShipment[]) {
  const numbers = parcels.filter(isLive).map(({ parcel }) => parcel);
  const where = numbers.length > 0 ? `in parcel ${numbers.join(" and ")}` : "shipped";
  const message = `${what} ${where} already.`;
  return refuse("already-shipped", message, { lines: message });
}

function sumByLine(wanted: NonNullable<NewShipment["lines"]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { line, quantity } of wanted) sums.set(line, (sums.get(line) ?? 0) + quantity);
  return sums;
}

const isLive = ({ state }: StoredShipment) => state !== "void";

const piecesOf = ({ lines }: StoredShipment, lineId: string) =>
  lines.reduce((sum, line) => sum + (line.orderLineId === lineId ? line.quantity : 0), 0);

export function packedPieces(parcels: readonly StoredShipment[], lineId: string): number {
  return parcels
    .filter(({ state }) => state === "packed")
    .reduce((sum, parcel) => sum + piecesOf(parcel, lineId), 0);
}
