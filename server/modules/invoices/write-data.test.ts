// Sums of documents and of their XML, over random orders and refunds.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { PricedLine, TaxRule } from "#contract/rules/price-types.ts";
import { shareTax } from "#contract/rules/share-tax.ts";
import type { LineRow, LockedOrder } from "#server/modules/orders/move-order.ts";
import type { DocumentData, TaxMode } from "#server/modules/papers/document-data.ts";
import { writeCii } from "#server/modules/papers/write-cii.ts";
import { aDocument } from "#tests/builders/document.ts";
import { toCreditLines, toInvoiceLines, withSums } from "./write-data.ts";

const rates = new Map([
  ["standard", 1_900],
  ["reduced", 700],
  ["none", 0],
]);

const someLine = fc.record({
  kind: fc.constantFrom("part" as const, "deposit" as const, "delivery" as const),
  quantity: fc.integer({ min: 1, max: 40 }),
  unitCents: fc.integer({ min: 1, max: 99_999 }),
  discount: fc.integer({ min: 0, max: 100 }),
  taxClass: fc.constantFrom(...rates.keys()),
});

const someOrder = fc.record({
  mode: fc.constantFrom<TaxMode>("contained", "added", "reverse", "none"),
  lines: fc.array(someLine, { minLength: 1, maxLength: 12 }),
});

type Given = {
  mode: TaxRule["mode"];
  lines: (typeof someLine extends fc.Arbitrary<infer L> ? L : never)[];
};

/** As an order has them after it was priced. */
function priceOrder({ mode, lines }: Given): LockedOrder {
  const priced = lines.map(({ kind, quantity, unitCents, discount, taxClass }, of): PricedLine => {
    const value = unitCents * quantity;
    const discountCents = kind === "deposit" ? 0 : Math.floor((value * discount) / 101);
    return {
      kind,
      of,
      quantity,
      listCents: unitCents,
      unitCents,
      discountCents,
      adjustments: [],
      totalCents: value - discountCents,
      taxClass,
      taxRateBp: 0,
      taxCents: 0,
      dueCents: 0,
    };
  });
  shareTax(priced, { mode, rates });
  const rows = priced.map((line, at) => ({
    ...line,
    id: `${at}`,
    partNumber: "",
    name: `Line ${at}`,
  }));
  return { taxMode: mode, lines: rows as unknown as LineRow[] } as LockedOrder;
}

const head = (taxMode: TaxMode, given: Partial<DocumentData> = {}) => ({
  ...aDocument({ taxMode, ...given }),
});

const read = (xml: string, name: string) =>
  Array.from(xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)<`, "g")), ([, value]) => {
    return Math.round(Number(value) * 100);
  });
const sum = (cents: readonly number[]) => cents.reduce((all, each) => all + each, 0);

function expectRules(data: DocumentData): void {
  const xml = writeCii(data);
  const one = (name: string) => {
    const values = read(xml, name);
    expect([name, values.length]).toEqual([name, 1]);
    return values[0] ?? Number.NaN;
  };
  const [header] = /<ram:SpecifiedTradeSettlementHeaderMonetarySummation>.*/s.exec(xml) ?? [""];
  const lines = xml.split("<ram:IncludedSupplyChainTradeLineItem>").slice(1);
  const nets = lines.map((line) => read(line, "LineTotalAmount")[0] ?? 0);
  // BR-CO-10, BR-CO-13, BR-CO-14, BR-CO-15, BR-CO-16
  expect(read(header, "LineTotalAmount")).toEqual([sum(nets)]);
  expect(one("TaxBasisTotalAmount")).toBe(sum(nets));
  expect(one("TaxTotalAmount")).toBe(sum(read(xml, "CalculatedAmount")));
  expect(one("GrandTotalAmount")).toBe(one("TaxBasisTotalAmount") + one("TaxTotalAmount"));
  expect(one("DuePayableAmount")).toBe(one("GrandTotalAmount") - one("TotalPrepaidAmount"));
  expect(one("GrandTotalAmount")).toBe(data.totalCents);
  expect(sum(read(xml, "BasisAmount"))).toBe(sum(nets));
  for (const line of lines)
    expect(read(line, "BasisQuantity")).toEqual(read(line, "BilledQuantity"));
  // BR-CO-17 with its tolerance of 1.00; one category and rate each (BR-CO-18, BR-O-11).
  for (const { rateBp, netCents, taxCents } of data.taxes)
    expect(Math.abs(taxCents - (netCents * rateBp) / 10_000)).toBeLessThan(100);
  expect(xml).not.toContain("<ram:CategoryCode>O<");
  if (data.taxMode === "reverse") expect(xml).not.toMatch(/CategoryCode>[SE]</);
}

it("sums of invoices and of their XML agree for any order", () => {
  fc.assert(
    fc.property(someOrder, (given) => {
      const order = priceOrder(given);
      const data = withSums(head(given.mode), toInvoiceLines(order));
      const due = order.lines.map(({ dueCents }) => dueCents);
      fc.pre(sum(due) > 0);
      expect(data.totalCents).toBe(sum(due));
      expectRules(data);
    }),
    { numRuns: 300 },
  );
});

it("credit notes in any steps end at the amounts and the tax of each line", () => {
  fc.assert(
    fc.property(
      someOrder,
      fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 6 }),
      (given, steps) => {
        const order = priceOrder(given);
        const credited = new Map<string, number>();
        const taxes = new Map<string, number>();
        for (const percent of [...steps, 100]) {
          const refunded = order.lines.map(({ id, dueCents }) => ({
            orderLineId: id,
            quantity: 0,
            amountCents: Math.ceil(((dueCents - (credited.get(id) ?? 0)) * percent) / 100),
          }));
          const lines = toCreditLines(order, refunded, credited);
          if (lines.length > 0) expectRules(withSums(head(given.mode, { series: "CRN" }), lines));
          for (const { line, netCents, taxCents } of lines) {
            expect(Math.min(netCents, taxCents)).toBeGreaterThanOrEqual(0);
            credited.set(line, (credited.get(line) ?? 0) + netCents + taxCents);
            taxes.set(line, (taxes.get(line) ?? 0) + taxCents);
          }
        }
        for (const { id, dueCents, taxCents } of order.lines) {
          expect(credited.get(id) ?? 0).toBe(dueCents);
          expect(taxes.get(id) ?? 0).toBe(taxCents);
        }
      },
    ),
    { numRuns: 200 },
  );
});

it("a credit note names the pieces that went back, or a part of the price of one", () => {
  const kind = "part" as const;
  const line = { kind, quantity: 3, unitCents: 1_000, discount: 0, taxClass: "standard" };
  const order = priceOrder({ mode: "none", lines: [line] });
  const credit = (quantity: number, amountCents: number) =>
    toCreditLines(order, [{ orderLineId: "0", quantity, amountCents }], new Map())[0];
  expect(credit(2, 2_000)).toMatchObject({ name: "Line 0", quantity: 2, netCents: 2_000 });
  expect(credit(1, 1_000)).toMatchObject({ name: "Line 0", quantity: 1 });
  expect(credit(0, 300)).toMatchObject({
    name: "Part of the price: Line 0",
    quantity: 1,
    netCents: 300,
  });
});
