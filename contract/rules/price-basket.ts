// Prices a basket, a checkout and an order alike: in the browser and on the server, which decides.
import { applyDiscounts } from "./apply-discounts.ts";
import type { Cents } from "./money.ts";
import type {
  BasketPart,
  DeliveryCharge,
  PricedBasket,
  PricedLine,
  PricingInput,
  TaxRule,
} from "./price-types.ts";
import { shareTax, withoutTax } from "./share-tax.ts";
import { isListInForce, unitPrice } from "./unit-price.ts";

export function priceBasket(input: PricingInput): PricedBasket {
  const { parts, tax } = input;
  const net = createNet(input.tax);
  const goods = priceGoods(input, net);
  const deposits = parts.flatMap((part, of) =>
    part.depositCents > 0 ? [toDeposit(part, of, net)] : [],
  );
  const delivery = input.delivery && toDelivery(input.delivery, net);
  const outcomes = applyDiscounts(input, goods, delivery);
  const lines = [...goods, ...deposits, ...(delivery ? [delivery] : [])];
  for (const line of lines) line.totalCents = line.unitCents * line.quantity - line.discountCents;
  const taxes = shareTax(lines, tax);
  return {
    lines,
    goodsCents: sum(goods, ({ unitCents, quantity }) => unitCents * quantity),
    discountCents: sum(goods, ({ discountCents }) => discountCents),
    depositCents: sum(deposits, ({ totalCents }) => totalCents),
    deliveryCents: delivery?.totalCents ?? 0,
    taxMode: tax.mode,
    taxCents: sum(lines, ({ taxCents }) => taxCents),
    totalCents: sum(lines, ({ dueCents }) => dueCents),
    taxes: tax.mode === "none" || tax.mode === "reverse" ? [] : taxes,
    outcomes,
  };
}

/** At the customer's prices, without tax that may be added and before discounts. */
export function sumGoods(input: Omit<PricingInput, "delivery" | "tax">): Cents {
  const goods = priceGoods(input, (cents) => cents);
  return sum(goods, ({ unitCents, quantity }) => unitCents * quantity);
}

type Net = (cents: Cents, taxClass: string) => Cents;

/** For a company that owes the tax itself, each price is taken without it. */
export function createNet({ mode, rates }: TaxRule): Net {
  if (mode !== "reverse") return (cents) => cents;
  return (cents, taxClass) => withoutTax(cents, rates.get(taxClass) ?? 0);
}

function priceGoods(
  { parts, priceLists, groups, now }: Omit<PricingInput, "delivery" | "tax">,
  net: Net,
): PricedLine[] {
  const inForce = priceLists.filter((list) => isListInForce(list, now));
  const listsOf = (group: string | null) =>
    inForce.filter((list) => list.group === null || list.group === group);
  const listsOfEach = (groups.length > 0 ? groups : [null]).map(listsOf);
  const pieces = new Map<string, number>();
  for (const { part, quantity } of parts) pieces.set(part, (pieces.get(part) ?? 0) + quantity);
  return parts.map((part, of) => {
    const { quantity, taxClass } = part;
    const inAll = pieces.get(part.part) ?? quantity;
    const unitCents = Math.min(...listsOfEach.map((lists) => unitPrice(part, inAll, lists)));
    return {
      kind: "part",
      of,
      quantity,
      taxClass,
      ...unpriced(),
      listCents: net(part.listCents, taxClass),
      unitCents: net(unitCents, taxClass),
    };
  });
}

function toDeposit({ quantity, depositCents, taxClass }: BasketPart, of: number, net: Net) {
  return toLine("deposit", { of, quantity, taxClass, cents: net(depositCents, taxClass) });
}

function toDelivery({ cents, taxClass }: DeliveryCharge, net: Net): PricedLine {
  return toLine("delivery", { of: undefined, quantity: 1, taxClass, cents: net(cents, taxClass) });
}

type LineInput = Pick<PricedLine, "of" | "quantity" | "taxClass"> & { cents: Cents };

function toLine(kind: PricedLine["kind"], { cents, ...line }: LineInput): PricedLine {
  return { kind, ...line, ...unpriced(), listCents: cents, unitCents: cents };
}

const unpriced = () => ({
  discountCents: 0,
  totalCents: 0,
  taxRateBp: 0,
  taxCents: 0,
  dueCents: 0,
  adjustments: [],
});

function sum(lines: readonly PricedLine[], amountOf: (line: PricedLine) => Cents): Cents {
  return lines.reduce((all, line) => all + amountOf(line), 0);
}
