import type { Checkout } from "#contract/checkout.ts";
import { deliveryCountries } from "#contract/rules/delivery-countries.ts";
import type { Settings } from "#contract/settings.ts";
import type { LiveLine } from "#server/modules/baskets/present-line.ts";
import { type Pricing, presentQuote, quoteBasket } from "./quote-basket.ts";
import type { StoredCheckout } from "./store.ts";

/** Before there is an address, as it costs in the shop's own country. */
export function presentCheckout(
  pricing: Pricing,
  { address, method, vatId, reference }: StoredCheckout,
  lines: readonly LiveLine[],
  { settings, now }: { settings: Settings; now: Date },
): Checkout {
  const destination = address ?? { country: settings.company.country };
  const quote = quoteBasket(pricing, { lines, settings, destination, method, vatId, now });
  const { zones, methods } = settings.delivery;
  return {
    ...{ address, vatId, reference, home: settings.company.country },
    countries: [...deliveryCountries(zones, methods)],
    quote: presentQuote(lines, quote),
  };
}
