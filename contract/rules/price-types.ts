import type { Cents } from "./money.ts";

/** Part of what is bought. Amounts are those of the catalogue; see `price-basket.ts`. */
export type BasketPart = {
  /** Its number, by which price lists and discounts name it. */
  part: string;
  /** The slugs of its type and those above it. */
  types: readonly string[];
  brand: string | null;
  quantity: number;
  listCents: Cents;
  /** For one piece, refunded when the old part comes back. */
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

type Target = { kind: "part" | "type" | "brand"; id: string };

export type Discount = {
  id: string;
  /** As the customer reads it. */
  label: string;
  /** Null: applies by itself. */
  code: string | null;
  /** Of customers; null: for everybody. */
  group: string | null;
  action: { percentBp: number } | { cents: Cents } | "free-delivery";
  /** Empty: all parts. */
  targets: readonly Target[];
  excluded: readonly Target[];
  /** Of the parts it is for, before discounts. */
  minGoodsCents: Cents;
  minPieces: number;
  /** Milliseconds since 1970. */
  from: number | null;
  until: number | null;
  /** Never together with another. */
  alone: boolean;
};

/** What the delivery that was chosen costs. */
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
  /** In the order of their priority. */
  priceLists: readonly PriceList[];
  discounts: readonly Discount[];
  /** Entered by the customer, in capitals. */
  codes: readonly string[];
  /** Discounts that all the orders have used which may, or all that this customer may have. */
  spent: ReadonlyMap<string, "by-all" | "by-own">;
  group: string | null;
  /** Milliseconds since 1970. */
  now: number;
  /** The charge for these goods; undefined until it is known. */
  delivery: DeliveryCharge | undefined;
  tax: TaxRule;
};

export type Adjustment = { discount: string; label: string; cents: Cents };

export type PricedLine = {
  kind: "part" | "deposit" | "delivery";
  /** The place of its part in the input; of no part for delivery. */
  of: number | undefined;
  quantity: number;
  /** For one piece: in the catalogue, and for this customer and quantity. */
  listCents: Cents;
  unitCents: Cents;
  discountCents: Cents;
  adjustments: Adjustment[];
  /** What it adds to the order, without added tax. */
  totalCents: Cents;
  taxClass: string;
  taxRateBp: number;
  taxCents: Cents;
  /** What the customer pays for it. */
  dueCents: Cents;
};

/** Why a discount lowers the price, or does not. */
export type DiscountOutcome = {
  discount: string;
  label: string;
  code: string | null;
  cents: Cents;
  /** What keeps it from applying, in a sentence. */
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
