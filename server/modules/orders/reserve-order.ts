import { eq } from "drizzle-orm";
import { unshippedPieces } from "#contract/rules/fulfilment.ts";
import type { HoldBounds } from "#server/modules/inventory/choose-hold.ts";
import type { Networks } from "#server/modules/inventory/count-holds.ts";
import { holdForPayment, keepReserved, noNetworks } from "#server/modules/inventory/reserve.ts";
import type { Shortage } from "#server/modules/inventory/shelf-parts.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { LockedOrder } from "./move-order.ts";
import { orders } from "./tables.ts";

export type NamedShortage = Shortage & { name: string };

/** Keeps what is reserved and reserves again what has expired: money stands behind it, so no bound holds. Returns what is short; then nothing new is reserved. */
export async function allocateOrder(tx: Queries, order: LockedOrder): Promise<NamedShortage[]> {
  const { id: orderId, userId } = order;
  const lines = findUnshipped(order);
  const reserved = { orderId, userId, networks: noNetworks, lines };
  const shortages = await keepReserved(tx, reserved, { state: "allocated", expiresAt: null });
  return nameShortages(shortages, lines);
}

const maxRenewals = 2;
const paymentMinutes = 15;
const enoughMinutes = 5;

/** Who asks to pay, when, and how much unpaid orders may keep from others. */
export type PayerHold = { now: Date; networks: Networks; bounds: HoldBounds };
export type Held = { heldUntil: Date | undefined };
type Begun = { shortages: NamedShortage[] } | Held;

/** `heldUntil` is undefined where the bounds on holds, or those on renewing one, allow no hold. */
export async function holdOrder(
  tx: Queries,
  order: LockedOrder,
  { now, networks, bounds }: PayerHold,
): Promise<Begun> {
  const { id: orderId, userId, holdRenewals } = order;
  const lines = findUnshipped(order);
  const begun = await holdForPayment(
    tx,
    { orderId, userId, networks, lines },
    {
      until: minutesAfter(now, paymentMinutes),
      enough: minutesAfter(now, enoughMinutes),
      mayRenew: order.holdUntil === null || holdRenewals < maxRenewals,
      bounds,
    },
  );
  if ("shortages" in begun) return { shortages: nameShortages(begun.shortages, lines) };
  if (begun.heldUntil === undefined || !begun.isRenewed) return begun;
  const { heldUntil: holdUntil } = begun;
  const isFirst = order.holdUntil === null;
  const renewed = { holdUntil, holdRenewals: holdRenewals + (isFirst ? 0 : 1) };
  await tx.update(orders).set(renewed).where(eq(orders.id, orderId));
  return begun;
}

export const minutesAfter = (time: Date, minutes: number) =>
  new Date(time.getTime() + minutes * 60_000);

function nameShortages(
  shortages: readonly Shortage[],
  lines: ReturnType<typeof findUnshipped>,
): NamedShortage[] {
  return shortages.map((shortage) => ({
    ...shortage,
    name: lines.find(({ partId }) => partId === shortage.partId)?.name ?? "",
  }));
}

function findUnshipped({ lines }: LockedOrder) {
  return lines.flatMap((line) => {
    const { id, partId, name } = line;
    const left = unshippedPieces(line);
    return partId && left > 0 ? [{ orderLineId: id, partId, name, quantity: left }] : [];
  });
}
