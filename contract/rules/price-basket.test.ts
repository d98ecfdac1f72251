import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { priceBasket } from "./price-basket.ts";
import type { BasketPart, Discount, PriceList, PricingInput } from "./price-types.ts";

const aPart = (given: Partial<BasketPart> = {}): BasketPart => ({
  part: "p",
  types: [],
  brand: null,
  quantity: 1,
  listCents: 1_000,
  depositCents: 0,
  taxClass: "standard",
  ...given,
});

const aDiscount = (given: Partial<Discount> = {}): Discount => ({
  id: "d",
  label: "Discount",
  code: null,
  group: null,
  action: { percentBp: 1_000 },
  targets: [],
  excluded: [],
  minGoodsCents: 0,
  minPieces: 0,
  from: null,
  until: null,
  alone: false,
  ...given,
});

const aList = (given: Partial<PriceList>): PriceList => ({
  id: "list",
  group: null,
  prices: {},
  percents: [],
  from: null,
  until: null,
  ...given,
});

const anInput = (given: Partial<PricingInput> = {}): PricingInput => ({
  parts: [aPart()],
  priceLists: [],
  discounts: [],
  codes: [],
  groups: [],
  now: 1_000,
  spent: new Map(),
  delivery: undefined,
  tax: { mode: "none", rates: new Map() },
  ...given,
});

const brakes = [
  aPart({ part: "disc", types: ["brake-discs", "brakes"], quantity: 2, listCents: 4_999 }),
  aPart({ part: "pads", types: ["brakes"], listCents: 3_337 }),
  aPart({ part: "caliper", types: ["calipers"], listCents: 8_950, depositCents: 4_000 }),
];
const ofBrakes = aDiscount({ code: "BRAKES10", targets: [{ kind: "type", id: "brakes" }] });
const delivery = { name: "Parcel", cents: 590, taxClass: "standard" };
const rates = new Map([["standard", 2_000]]);
const withBrakes = (mode: PricingInput["tax"]["mode"]) =>
  priceBasket(
    anInput({
      parts: brakes,
      discounts: [ofBrakes],
      codes: ["BRAKES10"],
      delivery,
      tax: { mode, rates },
    }),
  );

describe("a basket", () => {
  it("is priced line by line, with the tax that it contains", () => {
    const priced = withBrakes("contained");
    const amounts = priced.lines.map((line) => [
      line.kind,
      line.unitCents * line.quantity,
      line.discountCents,
      line.totalCents,
      line.taxCents,
    ]);
    expect(amounts).toEqual([
      ["part", 9_998, 1_000, 8_998, 1_500],
      ["part", 3_337, 334, 3_003, 500],
      ["part", 8_950, 0, 8_950, 1_492],
      ["deposit", 4_000, 0, 4_000, 667],
      ["delivery", 590, 0, 590, 98],
    ]);
    expect(priced).toMatchObject({
      goodsCents: 22_285,
      discountCents: 1_334,
      depositCents: 4_000,
      deliveryCents: 590,
      taxCents: 4_257,
      totalCents: 25_541,
      taxes: [{ rateBp: 2_000, netCents: 21_284, taxCents: 4_257 }],
    });
  });

  it("of a company that owes the tax itself is priced without it", () => {
    expect(withBrakes("reverse")).toMatchObject({
      goodsCents: 18_571,
      discountCents: 1_111,
      totalCents: 21_285,
      taxCents: 0,
      taxes: [],
    });
  });

  it("has tax added where prices do not contain it", () => {
    const priced = withBrakes("added");
    expect(priced.taxCents).toBe(Math.round(25_541 * 0.2));
    expect(priced.totalCents).toBe(25_541 + priced.taxCents);
  });

  it("has the price of the quantity of a part, over all its lines, never above the catalogue's", () => {
    const parts = [
      aPart({ quantity: 4 }),
      aPart({ part: "other", quantity: 9 }),
      aPart({ quantity: 6 }),
    ];
    const list = {
      id: "trade",
      group: "trade",
      percents: [{ from: 5, percentBp: 333 }],
      from: 1_000,
      until: 2_000,
      prices: {
        p: [
          { from: 1, cents: 1_200 },
          { from: 10, cents: 900 },
        ],
      },
    };
    const unitsFor = (group: string | null, now = 1_000) =>
      priceBasket(
        anInput({ parts, priceLists: [list], groups: group === null ? [] : [group], now }),
      ).lines.map((line) => line.unitCents);
    expect(unitsFor("trade")).toEqual([900, 967, 900]);
    expect(unitsFor(null)).toEqual([1_000, 1_000, 1_000]);
    // From its beginning until before its end.
    expect(unitsFor("trade", 1_999)).toEqual([900, 967, 900]);
    for (const now of [999, 2_000]) expect(unitsFor("trade", now)).toEqual([1_000, 1_000, 1_000]);
  });
});

describe("a person and their company in two groups", () => {
  const lists = [
    aList({ id: "own", group: "own", prices: { p: [{ from: 1, cents: 900 }] } }),
    aList({ id: "fleet", group: "fleet", percents: [{ from: 1, percentBp: 500 }] }),
    aList({ id: "late", group: "own", percents: [{ from: 1, percentBp: 5_000 }], from: 2_000 }),
  ];
  const parts = [aPart({ listCents: 1_000 }), aPart({ part: "q", listCents: 1_000 })];
  const unitsFor = (...groups: string[]) =>
    priceBasket(anInput({ parts, priceLists: lists, groups })).lines.map(
      ({ unitCents }) => unitCents,
    );

  it("pay of each part the lowest price, and never more than with one of them", () => {
    expect(unitsFor("own")).toEqual([900, 1_000]);
    expect(unitsFor("fleet")).toEqual([950, 950]);
    expect(unitsFor("own", "fleet")).toEqual([900, 950]);
    expect(unitsFor("fleet", "own")).toEqual([900, 950]);
  });

  it("have the discounts of both", () => {
    const discounts = ["own", "fleet", "others"].map((group) => aDiscount({ id: group, group }));
    const { outcomes } = priceBasket(anInput({ parts, discounts, groups: ["own", "fleet"] }));
    expect(outcomes.map(({ discount }) => discount)).toEqual(["own", "fleet"]);
  });
});

describe("discounts", () => {
  const outcomesOf = (discounts: Discount[], given: Partial<PricingInput> = {}) =>
    priceBasket(anInput({ discounts, ...given })).outcomes.map(({ discount, cents, problem }) => [
      discount,
      cents,
      problem,
    ]);

  it("apply in their order, each on what is left", () => {
    const amount = aDiscount({ id: "amount", action: { cents: 300 } });
    const percent = aDiscount({ id: "percent" });
    expect(outcomesOf([amount, percent])).toEqual([
      ["amount", 300, undefined],
      ["percent", 70, undefined],
    ]);
  });

  it("that stand alone give way to the others unless they save more", () => {
    const set = [aDiscount({ id: "a" }), aDiscount({ id: "b" })];
    const alone = (percentBp: number) =>
      aDiscount({ id: "alone", alone: true, action: { percentBp } });
    expect(outcomesOf([...set, alone(1_900)])).toEqual([
      ["a", 100, undefined],
      ["b", 90, undefined],
      ["alone", 0, "It cannot be combined, and what you have saves more."],
    ]);
    const beaten = "It cannot be combined with what saves you more.";
    expect(outcomesOf([...set, alone(1_910)])).toEqual([
      ["a", 0, beaten],
      ["b", 0, beaten],
      ["alone", 191, undefined],
    ]);
  });

  it("say why they do not apply", () => {
    const codes = ["CODE"];
    const free = { ...delivery, cents: 0 };
    const problemOf = (given: Partial<Discount>) =>
      outcomesOf([aDiscount({ code: "CODE", ...given })], { codes, delivery: free })[0]?.[2];
    expect(problemOf({ from: 1_001 })).toBe("This code is not valid yet.");
    expect(problemOf({ until: 1_000 })).toBe("This code has expired.");
    expect(problemOf({ until: 1_001 })).toBeUndefined();
    expect(problemOf({ group: "trade" })).toBe("This code is for other customers.");
    expect(problemOf({ targets: [{ kind: "brand", id: "Corvane" }] })).toBe(
      "It is not for the parts in your basket.",
    );
    expect(problemOf({ minGoodsCents: 1_250 })).toBe("Add $2.50 more to get it.");
    expect(problemOf({ minPieces: 2 })).toBe("Add 1 more piece to get it.");
    expect(problemOf({ action: "free-delivery" })).toBe("Your delivery costs nothing anyway.");
    expect(outcomesOf([aDiscount({ code: "CODE" })])).toEqual([]);
  });

  it("are for their targets without those that are excluded", () => {
    const discount = aDiscount({
      targets: [{ kind: "type", id: "brakes" }],
      excluded: [{ kind: "part", id: "pads" }],
    });
    const { lines } = priceBasket(anInput({ parts: brakes, discounts: [discount] }));
    expect(lines.map((line) => line.discountCents)).toEqual([1_000, 0, 0, 0]);
  });

  it("never touch deposits, and take no more than there is", () => {
    const discounts = [aDiscount({ action: { cents: 1_000_000 } })];
    const priced = priceBasket(anInput({ parts: brakes, discounts }));
    expect(priced).toMatchObject({ discountCents: 22_285, totalCents: 4_000 });
  });

  it("can make delivery free", () => {
    const free = aDiscount({ action: "free-delivery" });
    expect(priceBasket(anInput({ delivery, discounts: [free] }))).toMatchObject({
      discountCents: 0,
      deliveryCents: 0,
      totalCents: 1_000,
      outcomes: [{ cents: 590 }],
    });
  });
});

const types = ["brakes", "filters", "belts"];
const cents = fc.integer({ min: 1, max: 500_000 });
const aTarget = fc.constantFrom(...types).map((id) => ({ kind: "type" as const, id }));
const someParts = fc.array(
  fc.record({
    part: fc.constantFrom("a", "b", "c", "d"),
    types: fc.subarray(types),
    brand: fc.constantFrom(null, "Corvane"),
    quantity: fc.integer({ min: 1, max: 100 }),
    listCents: cents,
    depositCents: fc.constantFrom(0, 0, 4_000),
    taxClass: fc.constantFrom("standard", "reduced"),
  }),
  { minLength: 1, maxLength: 12 },
);
const someDiscounts = fc
  .array(
    fc.record({
      action: fc.oneof(
        fc.record({ percentBp: fc.integer({ min: 1, max: 10_000 }) }),
        fc.record({ cents }),
        fc.constant("free-delivery" as const),
      ),
      targets: fc.array(aTarget, { maxLength: 2 }),
      minGoodsCents: fc.constantFrom(0, 0, 100_000),
      alone: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  .map((all) => all.map((each, at) => aDiscount({ ...each, id: `${at}` })));
const someInput = fc.record({
  parts: someParts,
  discounts: someDiscounts,
  delivery: fc.option(
    fc.record({ name: fc.constant("Parcel"), cents, taxClass: fc.constant("standard") }),
    {
      nil: undefined,
    },
  ),
  tax: fc.record({
    mode: fc.constantFrom(
      "contained" as const,
      "added" as const,
      "reverse" as const,
      "none" as const,
    ),
    rates: fc.constant(
      new Map([
        ["standard", 1_900],
        ["reduced", 700],
      ]),
    ),
  }),
});
const total = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0);

describe("every cent", () => {
  it("of the lines is in the sums, and of the sums in the lines", () => {
    fc.assert(
      fc.property(someInput, (given) => {
        const { lines, taxes, outcomes, ...sums } = priceBasket(anInput(given));
        const isAdded = sums.taxMode === "added";
        expect(sums.totalCents).toBe(
          sums.goodsCents -
            sums.discountCents +
            sums.depositCents +
            sums.deliveryCents +
            (isAdded ? sums.taxCents : 0),
        );
        expect(total(lines.map((line) => line.dueCents))).toBe(sums.totalCents);
        expect(total(taxes.map((tax) => tax.taxCents))).toBe(sums.taxCents);
        expect(total(outcomes.map((outcome) => outcome.cents))).toBe(
          total(lines.map((line) => line.discountCents)),
        );
        for (const line of lines) {
          const value = line.unitCents * line.quantity;
          expect(total(line.adjustments.map((each) => each.cents))).toBe(line.discountCents);
          expect(line.discountCents).toBeGreaterThanOrEqual(0);
          expect(line.discountCents).toBeLessThanOrEqual(value);
          expect(line.totalCents).toBe(value - line.discountCents);
          expect(line.taxCents).toBeGreaterThanOrEqual(0);
          expect(line.taxCents).toBeLessThanOrEqual(line.totalCents);
          expect(line.dueCents).toBe(line.totalCents + (isAdded ? line.taxCents : 0));
        }
        for (const { rateBp, netCents, taxCents } of taxes) {
          const due = total(
            lines.filter((line) => line.taxRateBp === rateBp).map((line) => line.dueCents),
          );
          expect(netCents + taxCents).toBe(due);
        }
      }),
    );
  });

  it("is the same in whatever order the lines stand", () => {
    fc.assert(
      fc.property(someInput, (given) => {
        // Which line gets the last cent of a discount may change the tax of its rate.
        const { goodsCents, discountCents, deliveryCents } = priceBasket(anInput(given));
        const turned = { ...given, parts: given.parts.toReversed() };
        expect(priceBasket(anInput(turned))).toMatchObject({
          goodsCents,
          discountCents,
          deliveryCents,
        });
      }),
    );
  });

  it("of one more discount is at most in the customer's favour", () => {
    fc.assert(
      fc.property(someInput, someDiscounts, (given, added) => {
        const more = [
          ...given.discounts,
          ...added.slice(0, 1).map((each) => ({ ...each, id: "more" })),
        ];
        const before = priceBasket(anInput(given)).totalCents;
        expect(priceBasket(anInput({ ...given, discounts: more })).totalCents).toBeLessThanOrEqual(
          before,
        );
      }),
    );
  });
});
