import { priceBasket } from "#contract/rules/price-basket.ts";
import type { BasketPart, Discount, PricingInput } from "#contract/rules/price-types.ts";
import { compareWithBudget, type Row } from "../row.ts";

const maxMs = 10;
const rounds = 2_000;

/** A full basket with every discount defined at once; each round has other quantities. */
export async function pricing(): Promise<Row[]> {
  const input = makeInput(200, 50);
  const measured: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const parts = input.parts.map((part) => ({ ...part, quantity: part.quantity + (round % 7) }));
    const since = performance.now();
    priceBasket({ ...input, parts });
    measured.push(performance.now() - since);
  }
  const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20);
  const what = "price of a basket of 200 lines with 50 discounts";
  return [{ what, ...compareWithBudget(maxMs, measured), megabytes }];
}

function makeInput(lines: number, discounts: number): PricingInput {
  return {
    parts: Array.from({ length: lines }, (_, at) => makePart(at)),
    discounts: Array.from({ length: discounts }, (_, at) => makeDiscount(at)),
    priceLists: [],
    codes: [],
    groups: [],
    spent: new Map(),
    now: 0,
    delivery: { name: "Parcel", cents: 590, taxClass: "standard" },
    tax: {
      mode: "contained",
      rates: new Map([
        ["standard", 1_900],
        ["reduced", 700],
      ]),
    },
  };
}

const makePart = (at: number): BasketPart => ({
  part: `part-${at}`,
  types: [`type-${at % 20}`, `group-${at % 4}`],
  brand: `brand-${at % 5}`,
  quantity: 1 + (at % 9),
  listCents: 199 + 97 * at,
  depositCents: at % 10 === 0 ? 4_000 : 0,
  taxClass: at % 6 === 0 ? "reduced" : "standard",
});

/** Each fifth stands alone; a half are for a type, a third for a brand, the others for everything. */
const makeDiscount = (at: number): Discount => ({
  id: `${at}`,
  label: `Discount ${at}`,
  code: null,
  group: null,
  from: null,
  until: null,
  action: at % 3 === 0 ? { cents: 500 + at } : { percentBp: 100 + 10 * at },
  targets:
    at % 2 === 0
      ? [{ kind: "type", id: `type-${at % 20}` }]
      : at % 3 === 0
        ? [{ kind: "brand", id: `brand-${at % 5}` }]
        : [],
  excluded: at % 7 === 0 ? [{ kind: "part", id: `part-${at}` }] : [],
  minGoodsCents: 0,
  minPieces: 0,
  alone: at % 5 === 0,
});
