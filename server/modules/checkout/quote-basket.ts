import type { Quote as QuoteReply } from "#contract/checkout.ts";
import type { Destination } from "#contract/rules/find-zone.ts";
import { toDollars, totalProblem } from "#contract/rules/money.ts";
import { type Quote, quoteOrder } from "#contract/rules/quote-order.ts";
import type { Settings } from "#contract/settings.ts";
import type { VatState } from "#contract/vat.ts";
import { presentOutcomes } from "#server/modules/baskets/present-basket.ts";
import {
  isOrdered,
  type LiveLine,
  presentLine,
  toPricedPart,
} from "#server/modules/baskets/present-line.ts";
import type { PriceTerms } from "#server/modules/discounts/price-terms.ts";

export type QuoteInput = {
  lines: readonly LiveLine[];
  settings: Settings;
  destination: Destination;
  method: string | null;
  vatId: string;
  /** Of the invoice address, if it is another. */
  vatCountry?: string | undefined;
  vatState?: VatState | null;
  terms: PriceTerms;
};

export function quoteBasket(input: QuoteInput): Quote {
  const { lines, settings, destination, method, vatId, vatCountry, vatState, terms } = input;
  const classes = settings.tax.classes.map(({ id }) => id);
  return quoteOrder({
    parts: lines.filter(isOrdered).map((line) => {
      const { grams, isBulky, isDangerous, taxClass } = line.part;
      // A class that is gone is taxed as the first one: never not at all.
      const known = classes.includes(taxClass) ? taxClass : (classes[0] ?? taxClass);
      return { ...toPricedPart(line), taxClass: known, grams, isBulky, isDangerous };
    }),
    ...terms,
    settings,
    destination,
    method: method ?? undefined,
    vatId,
    ...(vatCountry !== undefined && { vatCountry }),
    ...(vatState !== undefined && { vatState }),
  });
}

export function quoteProblem(
  lines: readonly LiveLine[],
  { methods, chosen, priced, vatProblem }: Quote,
): string | undefined {
  if (!lines.some(isOrdered)) return "There is nothing in your basket that can be ordered.";
  if (methods.length === 0) return "We do not deliver there yet.";
  if (!chosen) return "None of our deliveries takes what is in your basket.";
  if (vatProblem) return `Your VAT number ${vatProblem[0]?.toLowerCase()}${vatProblem.slice(1)}.`;
  return totalProblem(priced.totalCents);
}

export function presentQuote(lines: readonly LiveLine[], quote: Quote): QuoteReply {
  const { methods, chosen, priced } = quote;
  const ordered = lines.filter(isOrdered);
  const problem = quoteProblem(lines, quote);
  return {
    lines: lines
      .filter(({ stored }) => !stored.saved)
      .map((line) => presentLine(line, priced.lines[ordered.indexOf(line)])),
    pieces: ordered.reduce((sum, { quantity }) => sum + quantity, 0),
    methods: methods.map(({ id, name, kind, cents, problem, promise }) => ({
      id,
      name,
      kind,
      price: cents === undefined ? null : toDollars(cents),
      ...(problem !== undefined && { problem }),
      ...(promise && { from: promise.from, until: promise.until }),
      ...(promise && { orderBefore: new Date(promise.orderBefore).toISOString() }),
    })),
    method: chosen?.id ?? null,
    goods: toDollars(priced.goodsCents),
    discount: toDollars(priced.discountCents),
    discounts: presentOutcomes(priced),
    deposits: toDollars(priced.depositCents),
    delivery: toDollars(priced.deliveryCents),
    taxMode: priced.taxMode,
    taxes: priced.taxes.map(({ rateBp, netCents, taxCents }) => ({
      percent: rateBp / 100,
      net: toDollars(netCents),
      tax: toDollars(taxCents),
    })),
    ...(quote.vat && { vat: quote.vat }),
    total: toDollars(priced.totalCents),
    ...(problem !== undefined && { problem }),
  };
}
