import type { HoldCounts } from "./count-holds.ts";

/** What unpaid orders may keep from others; a shop whose customers are programs raises it. */
const maxOrdersPerPerson = 10;
const maxPiecesPerPerson = 500;
const maxOrdersPerNetwork = 60;

export type HoldSettings = { RESERVATION_MINUTES: number; RATE_LIMIT_FACTOR: number };

export function chooseHold(
  counts: HoldCounts,
  pieces: number,
  { RESERVATION_MINUTES, RATE_LIMIT_FACTOR: factor, now }: HoldSettings & { now: Date },
): Date | undefined {
  const isAbove =
    counts.personOrders >= maxOrdersPerPerson * factor ||
    counts.personPieces + pieces > maxPiecesPerPerson * factor ||
    counts.networkOrders >= maxOrdersPerNetwork * factor;
  if (isAbove || counts.hasLapsed) return undefined;
  return new Date(now.getTime() + RESERVATION_MINUTES * 60_000);
}
