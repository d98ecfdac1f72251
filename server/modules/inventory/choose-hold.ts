import type { HoldSettings } from "#contract/settings.ts";
import type { HoldCounts } from "./count-holds.ts";

/** What unpaid orders may keep from others; a shop whose customers are programs raises the factor. */
export type HoldRules = HoldSettings & { factor: number; now: Date };

export function chooseHold(
  counts: HoldCounts,
  pieces: number,
  { minutes, ordersEach, piecesEach, ordersPerNetwork, factor, now }: HoldRules,
): Date | undefined {
  const isAbove =
    counts.personOrders >= ordersEach * factor ||
    counts.personPieces + pieces > piecesEach * factor ||
    counts.networkOrders >= ordersPerNetwork * factor;
  if (isAbove || counts.hasLapsed) return undefined;
  return new Date(now.getTime() + minutes * 60_000);
}
