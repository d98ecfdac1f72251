import type { HoldSettings } from "#contract/settings.ts";

type Held = { orders: number; pieces: number };
export type HoldCounts = {
  person: Held;
  network: Held;
  wideNetwork: Held;
  /** This person has let a hold on one of the parts lapse within a day. */
  hasLapsed: boolean;
  duePieces: number;
};

/** What unpaid orders may keep from others; a shop whose customers are programs raises the factor. */
export type HoldRules = HoldSettings & { factor: number; now: Date };

export type HoldBounds = Pick<
  HoldRules,
  "ordersEach" | "piecesEach" | "ordersPerNetwork" | "ordersPerWideNetwork" | "factor"
>;

export function mayHold(counts: HoldCounts, pieces: number, bounds: HoldBounds): boolean {
  const { ordersEach, piecesEach, ordersPerNetwork, ordersPerWideNetwork, factor } = bounds;
  const fits = (held: Held, orders: number) =>
    held.orders < orders * factor &&
    // As many pieces as so many people may hold.
    held.pieces + pieces <= piecesEach * Math.max(1, orders / ordersEach) * factor;
  return (
    !counts.hasLapsed &&
    fits(counts.person, ordersEach) &&
    fits(counts.network, ordersPerNetwork) &&
    fits(counts.wideNetwork, ordersPerWideNetwork)
  );
}

export function chooseHold(counts: HoldCounts, pieces: number, rules: HoldRules): Date | undefined {
  if (!mayHold(counts, pieces, rules)) return undefined;
  return new Date(rules.now.getTime() + rules.minutes * 60_000);
}
