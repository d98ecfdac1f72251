import type { Settings } from "../settings.ts";
import { type Destination, findZone } from "./find-zone.ts";
import { findTaxRule } from "./quote-order.ts";

type Goods = {
  placedAt: number;
  vatId: string;
  /** It was placed without tax. */
  isVatChecked: boolean;
  payer: string;
  taxClasses: readonly string[];
};
type PlaceSettings = Pick<Settings, "company" | "delivery" | "tax">;

const remedy =
  "Nothing was saved. For this address, cancel the order and place a new one, which has the prices of that place.";

/** Why an order, whose amounts are never changed, cannot go to another place of the same country. */
export function placeChangeProblem(
  settings: PlaceSettings,
  { placedAt, vatId, isVatChecked, payer, taxClasses }: Goods,
  [before, after]: readonly [Destination, Destination],
): string | undefined {
  const [from, to] = [before, after].map((place) => findZone(settings.delivery.zones, place));
  if (!to && from) return `We do not deliver to this place. ${remedy}`;
  if (from?.id !== to?.id) {
    const names = from ? `${to?.name}, it was ${from.name}` : to?.name;
    return `This address is in another delivery zone (${names}), so delivery may cost another amount. ${remedy}`;
  }
  const [taxBefore, taxAfter] = [before, after].map((place) => {
    const asked = { place, vatId, vatCountry: payer, isVatChecked, now: placedAt };
    const { mode, rates } = findTaxRule(settings, asked);
    return [mode, ...taxClasses.map((id) => rates.get(id))].join();
  });
  return taxBefore === taxAfter
    ? undefined
    : `What is delivered to this address is taxed differently. ${remedy}`;
}
