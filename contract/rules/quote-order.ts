import type { DeliveryMethod } from "../delivery-settings.ts";
import type { Settings } from "../settings.ts";
import { deliveryCharge, type Load } from "./delivery-charge.ts";
import { type DeliveryPromise, promiseDelivery } from "./delivery-date.ts";
import { findTaxRates } from "./find-tax-rates.ts";
import { type Destination, findZone } from "./find-zone.ts";
import type { Cents } from "./money.ts";
import { priceBasket, sumGoods } from "./price-basket.ts";
import type { BasketPart, PricedBasket, PricingInput, TaxRule } from "./price-types.ts";
import { vatIdProblem } from "./vat-id.ts";

export type QuotedPart = BasketPart & { grams: number; isBulky: boolean; isDangerous: boolean };

export type QuoteInput = Omit<PricingInput, "parts" | "delivery" | "tax"> & {
  parts: readonly QuotedPart[];
  settings: Omit<Settings, "letters">;
  destination: Destination;
  method: string | undefined;
  vatId: string;
  vatCountry?: string;
};

export type OfferedMethod = {
  id: string;
  name: string;
  kind: DeliveryMethod["kind"];
  cents: Cents | undefined;
  problem: string | undefined;
  promise: DeliveryPromise | undefined;
};

export type Quote = {
  methods: OfferedMethod[];
  /** The one that was chosen if it is offered, else the cheapest that delivers. */
  chosen: OfferedMethod | undefined;
  /** What is due for the delivery, or for the cheapest one if that is less. */
  standardCents: Cents;
  priced: PricedBasket;
  vatProblem: string | undefined;
};

export function quoteOrder(input: QuoteInput): Quote {
  const { settings, destination, parts, now } = input;
  const load = toLoad(parts, sumGoods(input));
  const zone = findZone(settings.delivery.zones, destination);
  const known = settings.delivery.methods.filter(
    (method) => method.active && (method.zone === null || method.zone === zone?.id),
  );
  const methods = known.map((method) => offer(method, load, input));
  const able = methods.filter(({ cents }) => cents !== undefined);
  // Nobody comes to the works unless they chose to.
  const byCarrier = able.filter(({ kind }) => kind === "carrier");
  const cheapest = (byCarrier.length > 0 ? byCarrier : able).toSorted(
    (one, other) => (one.cents ?? 0) - (other.cents ?? 0),
  )[0];
  const chosen = able.find(({ id }) => id === input.method) ?? cheapest;
  const { vatId, vatCountry = destination.country } = input;
  const priceWith = (offered: OfferedMethod | undefined) => {
    const method = known.find(({ id }) => id === offered?.id);
    const delivery = method && {
      name: method.name,
      cents: offered?.cents ?? 0,
      taxClass: method.taxClass,
    };
    // What is collected is handed over at the works.
    const place = method?.zone === null ? { country: settings.company.country } : destination;
    const tax = findTaxRule(settings, { place, vatId, vatCountry, now });
    return priceBasket({ ...input, delivery, tax });
  };
  const priced = priceWith(chosen);
  const standard = chosen === cheapest ? priced : priceWith(cheapest);
  const standardCents = Math.min(deliveryDue(standard), deliveryDue(priced));
  const vatProblem = vatIdProblem(vatId, vatCountry);
  return { methods, chosen, standardCents, priced, vatProblem };
}

const deliveryDue = ({ lines }: PricedBasket) =>
  lines.find(({ kind }) => kind === "delivery")?.dueCents ?? 0;

const noTax: TaxRule = { mode: "none", rates: new Map() };

function offer(method: DeliveryMethod, load: Load, input: QuoteInput): OfferedMethod {
  const { settings, destination, now } = input;
  const charge = deliveryCharge(method, load);
  const promise = promiseDelivery({
    method,
    now,
    holidays: settings.delivery.holidays,
    timeZone: settings.company.timeZone,
    country: method.zone === null ? undefined : destination.country,
  });
  const { id, name, kind } = method;
  const isOffered = "cents" in charge;
  return {
    id,
    name,
    kind,
    promise,
    cents: isOffered ? charge.cents : undefined,
    problem: isOffered ? undefined : charge.problem,
  };
}

function toLoad(parts: readonly QuotedPart[], goodsCents: Cents): Load {
  const sum = (amountOf: (part: QuotedPart) => number) =>
    parts.reduce((all, part) => all + amountOf(part), 0);
  return {
    goodsCents,
    grams: sum(({ grams, quantity }) => grams * quantity),
    pieces: sum(({ quantity }) => quantity),
    isBulky: parts.some(({ isBulky }) => isBulky),
    isDangerous: parts.some(({ isDangerous }) => isDangerous),
  };
}

type TaxQuestion = { place: Destination; vatId: string; vatCountry: string; now: number };

export function findTaxRule(
  { tax, company }: Pick<Settings, "tax" | "company">,
  { place, vatId, vatCountry, now }: TaxQuestion,
): TaxRule {
  const day = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(company.timeZone)
    .toPlainDate()
    .toString();
  const there = findTaxRates(tax.rates, place, day);
  const isReverse = [place.country, vatCountry].every(
    (country) => country !== company.country && tax.reverseChargeIn.includes(country),
  );
  if (isReverse && vatId !== "" && !vatIdProblem(vatId, vatCountry)) {
    const atHome = findTaxRates(tax.rates, { country: company.country }, day);
    const contained = [...atHome].filter(([, rate]) => rate.contained);
    return { mode: "reverse", rates: new Map(contained.map(([id, rate]) => [id, rate.rateBp])) };
  }
  if (there.size === 0) return noTax;
  const isContained = [...there.values()].every(({ contained }) => contained);
  return {
    mode: isContained ? "contained" : "added",
    rates: new Map([...there].map(([id, rate]) => [id, rate.rateBp])),
  };
}
