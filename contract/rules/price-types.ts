import type { Cents } from "./money.ts";

/** Part of what is bought. Amounts are those of the catalogue; see `price-basket.ts`. */
export type BasketPart = {
  part: string;
  /** The slugs of its type and those above it. */
  types: readonly string[];
  brand: string | null;
  quantity: number;
  listCents: Cents;
  depositCents: Cents;
  taxClass: string;
};

/** The first list that says something of a part wins; its largest step up to the quantity counts. */
export type PriceList = {
  id: string;
  /** Of customers; null: for everybody. */
  group: string | null;
  /** By the number of the part. */
  prices: Readonly<Record<string, readonly { from: number; cents: Cents }[]>>;
  /** For parts that have no price of their own in it. */
  percents: readonly { from: number; percentBp: number }[];
  /** Milliseconds since 1970. */
  from: number | null;
  until: number | null;
};

/** What stands in the place of a group of customers where there is none. */
export const everybodysPrices = "For everybody";

type Target = { kind: "part" | "type" | "brand"; id: string };

export type Discount = {
  id: string;
  label: string;
  /** Null: applies by itself. */
  code: string | null;
  group: string | null;
  action: { percentBp: number } | { cents: Cents } | "free-delivery";
  targets: readonly Target[];
  excluded: readonly Target[];
  minGoodsCents: Cents;
  minPieces: number;
  /** Milliseconds since 1970. */
  from: number | null;
  until: number | null;
  alone: boolean;
};

export type DeliveryCharge = {
  name: string;
  cents: Cents;
  taxClass: string;
};

/**
 * `contained`: in the prices. `added`: to the prices. `reverse`: a company abroad owes the tax itself
 * and pays the prices without that of the shop's country. `none`: no tax.
 */
export type TaxRule = {
  mode: "contained" | "added" | "reverse" | "none";
  /** By tax class, in hundredths of a percent; for `reverse` those of the shop's own country. */
  rates: ReadonlyMap<string, number>;
};

export type PricingInput = {
  parts: readonly BasketPart[];
  priceLists: readonly PriceList[];
  discounts: readonly Discount[];
  codes: readonly string[];
  /** Discounts that all the orders have used which may, or all that this customer may have. */
  spent: ReadonlyMap<string, "by-all" | "by-own">;
  /** Those of the customer: of each part the lowest price of any of them, and the discounts of all. */
  groups: readonly string[];
  now: number;
  /** The charge for these goods; undefined until it is known. */
  delivery: DeliveryCharge | undefined;
  tax: TaxRule;
};

export type Adjustment = { discount: string; label: string; cents: Cents };

export type PricedLine = {
  kind: "part" | "deposit" | "delivery";
  of: number | undefined;
  quantity: number;
  listCents: Cents;
  unitCents: Cents;
  discountCents: Cents;
  adjustments: Adjustment[];
  totalCents: Cents;
  taxClass: string;
  taxRateBp: number;
  taxCents: Cents;
  dueCents: Cents;
};

export type DiscountOutcome = {
  discount: string;
  label: string;
  code: string | null;
  cents: Cents;
  problem: string | undefined;
};

export type TaxSum = { rateBp: number; netCents: Cents; taxCents: Cents };

export type PricedBasket = {
  lines: PricedLine[];
  goodsCents: Cents;
  discountCents: Cents;
  depositCents: Cents;
  deliveryCents: Cents;
  taxMode: TaxRule["mode"];
  taxCents: Cents;
  totalCents: Cents;
  taxes: TaxSum[];
  outcomes: DiscountOutcome[];
};
