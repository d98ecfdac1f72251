import type { Checkout } from "#contract/checkout.ts";
import { deliveryCountries, presetCountry } from "#contract/rules/delivery-countries.ts";
import type { LegalVersions } from "#contract/rules/legal-versions.ts";
import type { Settings } from "#contract/settings.ts";
import type { LiveLine } from "#server/modules/baskets/present-line.ts";
import type { BuyingCompany } from "#server/modules/companies/read-buying-company.ts";
import type { PriceTerms } from "#server/modules/discounts/price-terms.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { presentQuote, quoteBasket } from "./quote-basket.ts";
import type { StoredCheckout } from "./store.ts";

type KnownCheckout = StoredCheckout &
  Pick<Checkout, "addresses"> &
  BuyingCompany & { legal: LegalVersions };

/** Before there is an address, as it costs in the country that its form begins with. */
export function presentCheckout(
  known: KnownCheckout,
  lines: readonly LiveLine[],
  { settings, terms }: { settings: Settings; terms: PriceTerms },
): Checkout {
  const { address, billTo, addresses, method, vatId, vatState, reference } = known;
  const { company, creditFor, legal } = known;
  const { zones, methods } = settings.delivery;
  const countries = deliveryCountries(zones, methods);
  const home = settings.company.country;
  const preset = presetCountry(countries, company?.country, home);
  const destination = address ?? { country: preset };
  const vatCountry = billTo?.country;
  const quote = quoteBasket({
    lines,
    settings,
    destination,
    method,
    vatId,
    vatCountry,
    vatState,
    terms,
  });
  return {
    address,
    billTo,
    addresses,
    vatId,
    reference,
    home,
    company,
    countries: [...countries],
    credit: creditFor(quote.priced.totalCents),
    quote: presentQuote(lines, quote),
    legal,
    fingerprint: fingerprintOf(known, lines, quote),
  };
}
