import type { DeliveryMethod } from "../delivery-settings.ts";
import type { Cents } from "./money.ts";

export type Load = {
  /** At the customer's prices, before discounts: a code must not make delivery dearer. */
  goodsCents: Cents;
  grams: number;
  pieces: number;
  isBulky: boolean;
  isDangerous: boolean;
};

export type DeliveryOffer = { cents: Cents } | { problem: string };

export function deliveryCharge(method: DeliveryMethod, load: Load): DeliveryOffer {
  if (load.isBulky && method.bulkyCents === null) return { problem: "Does not take bulky parts" };
  if (load.isDangerous && method.dangerousCents === null) {
    return { problem: "Does not take dangerous goods" };
  }
  const amount = amountOf(method, load);
  const rate = method.rates.find(({ upTo }) => upTo === null || amount <= upTo);
  if (!rate) return { problem: tooMuch[method.basis] };
  const isFree = method.freeFromCents !== null && load.goodsCents >= method.freeFromCents;
  const surcharges =
    (load.isBulky ? (method.bulkyCents ?? 0) : 0) +
    (load.isDangerous ? (method.dangerousCents ?? 0) : 0);
  return { cents: (isFree ? 0 : rate.cents) + surcharges };
}

function amountOf({ basis }: DeliveryMethod, { grams, goodsCents, pieces }: Load): number {
  if (basis === "weight") return grams;
  return basis === "value" ? goodsCents : pieces;
}

const tooMuch: Record<DeliveryMethod["basis"], string> = {
  weight: "Your parts are too heavy for it",
  value: "Your parts are worth more than it takes",
  pieces: "Does not take so many pieces",
};
