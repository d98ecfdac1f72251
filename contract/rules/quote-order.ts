import type { DeliveryMethod } from "../delivery-settings.ts";
import type { Settings } from "../settings.ts";
import type { VatState } from "../vat.ts";
import { deliveryCharge, type Load } from "./delivery-charge.ts";
import { type DeliveryPromise, promiseDelivery } from "./delivery-date.ts";
import { findTaxRates } from "./find-tax-rates.ts";
import { type Destination, findZone } from "./find-zone.ts";
import type { Cents } from "./money.ts";
import { createNet, priceBasket, sumGoods } from "./price-basket.ts";
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
  /** Of the VAT number; null: it was never checked. */
  vatState?: VatState | null;
};

export type OfferedMethod = {
  id: string;
  name: string;
  kind: DeliveryMethod["kind"];
  /** As the customer pays it, before discounts. */
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
  /** Of a VAT number that takes the tax off once it is valid. */
  vat: VatState | undefined;
};

export function quoteOrder(input: QuoteInput): Quote {
  const { settings, destination, parts, now } = input;
  const load = toLoad(parts, sumGoods(input));
  const zone = findZone(settings.delivery.zones, destination);
  const known = settings.delivery.methods.filter(
    (method) => method.active && (method.zone === null || method.zone === zone?.id),
  );
  const { vatId, vatCountry = destination.country, vatState } = input;
  const taxOf = (method: DeliveryMethod | undefined) => {
    // What is collected is handed over at the works.
    const place = method?.zone === null ? { country: settings.company.country } : destination;
    const isVatChecked = vatState === "valid";
    return findTaxRule(settings, { place, vatId, vatCountry, isVatChecked, now });
  };
  const methods = known.map((method) => offer(method, load, input, taxOf(method)));
  const able = methods.filter(({ cents }) => cents !== undefined);
  // Nobody comes to the works unless they chose to.
  const byCarrier = able.filter(({ kind }) => kind === "carrier");
  const cheapest = (byCarrier.length > 0 ? byCarrier : able).toSorted(
    (one, other) => (one.cents ?? 0) - (other.cents ?? 0),
  )[0];
  const chosen = able.find(({ id }) => id === input.method) ?? cheapest;
  const priceWith = (offered: OfferedMethod | undefined) => {
    const method = known.find(({ id }) => id === offered?.id);
    const charge = method && deliveryCharge(method, load);
    const delivery = method && {
      name: method.name,
      cents: charge && "cents" in charge ? charge.cents : 0,
      taxClass: method.taxClass,
    };
    return priceBasket({ ...input, delivery, tax: taxOf(method) });
  };
  const priced = priceWith(chosen);
  const standard = chosen === cheapest ? priced : priceWith(cheapest);
  const standardCents = Math.min(deliveryDue(standard), deliveryDue(priced));
  const vatProblem = vatIdProblem(vatId, vatCountry);
  const isOfUse = vatId !== "" && !vatProblem && owesTaxItself(settings, destination, vatCountry);
  const vat = isOfUse ? (vatState ?? "waiting") : undefined;
  return { methods, chosen, standardCents, priced, vatProblem, vat };
}

const deliveryDue = ({ lines }: PricedBasket) =>
  lines.find(({ kind }) => kind === "delivery")?.dueCents ?? 0;

const noTax: TaxRule = { mode: "none", rates: new Map() };

function offer(method: DeliveryMethod, load: Load, input: QuoteInput, tax: TaxRule): OfferedMethod {
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
    cents: isOffered ? createNet(tax)(charge.cents, method.taxClass) : undefined,
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

type TaxQuestion = {
  place: Destination;
  vatId: string;
  vatCountry: string;
  /** A number that nobody has checked takes no tax off. */
  isVatChecked: boolean;
  now: number;
};

type TaxSettings = Pick<Settings, "tax" | "company">;

/** A company there with a VAT number of there. */
export const owesTaxItself = (
  { tax, company }: TaxSettings,
  place: Destination,
  vatCountry: string,
): boolean =>
  [place.country, vatCountry].every(
    (country) => country !== company.country && tax.reverseChargeIn.includes(country),
  );

export function findTaxRule(
  settings: TaxSettings,
  { place, vatId, vatCountry, isVatChecked, now }: TaxQuestion,
): TaxRule {
  const { tax, company } = settings;
  const day = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(company.timeZone)
    .toPlainDate()
    .toString();
  const there = findTaxRates(tax.rates, place, day);
  const mayOwe = vatId !== "" && !vatIdProblem(vatId, vatCountry);
  if (mayOwe && owesTaxItself(settings, place, vatCountry)) {
    const atHome = findTaxRates(tax.rates, { country: company.country }, day);
    const contained = [...atHome].filter(([, rate]) => rate.contained);
    const rates = new Map(contained.map(([id, rate]) => [id, rate.rateBp]));
    if (isVatChecked) return { mode: "reverse", rates };
    // What is to be taken off once the number is checked is contained until then.
    if (there.size === 0 && rates.size > 0) return { mode: "contained", rates };
  }
  if (there.size === 0) return noTax;
  const isContained = [...there.values()].every(({ contained }) => contained);
  return {
    mode: isContained ? "contained" : "added",
    rates: new Map([...there].map(([id, rate]) => [id, rate.rateBp])),
  };
}
