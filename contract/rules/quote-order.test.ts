import { describe, expect, it } from "vitest";
import { aDeliveryMethod, aTaxRate } from "#tests/builders/settings.ts";
import type { Settings } from "../settings.ts";
import { type QuotedPart, type QuoteInput, quoteOrder } from "./quote-order.ts";

const place = (country: string) => ({ country, region: "", from: "", to: "" });
const settings: Omit<Settings, "letters"> = {
  company: {
    name: "",
    address: "",
    country: "DE",
    vatId: "DE123456789",
    email: "",
    phone: "",
    timeZone: "Europe/Berlin",
    openingHours: "",
    logo: "",
    accountHolder: "",
    iban: "",
    bic: "",
    bankName: "",
  },
  returns: { address: "", freeReasons: [], coreDays: 90, withdrawalDays: 14 },
  reviews: { lookFirst: false },
  security: { requireSecondFactor: false },
  holds: {
    minutes: 60,
    ordersEach: 10,
    piecesEach: 500,
    ordersPerNetwork: 60,
    ordersPerWideNetwork: 120,
    closeDays: 14,
    reminders: 3,
    reminderDays: 7,
  },
  delivery: {
    zones: [
      { id: "home", name: "Home", places: [place("DE")] },
      { id: "abroad", name: "Abroad", places: [place("*")] },
    ],
    methods: [
      aDeliveryMethod({
        id: "parcel",
        zone: "home",
        freeFromCents: 10_000,
        bulkyCents: null,
        rates: [
          { upTo: 2_000, cents: 590 },
          { upTo: 10_000, cents: 990 },
        ],
      }),
      aDeliveryMethod({ id: "freight", zone: "home", bulkyCents: 2_000 }),
      aDeliveryMethod({ id: "air", zone: "abroad" }),
      aDeliveryMethod({
        id: "works",
        kind: "collection",
        zone: null,
        rates: [{ upTo: null, cents: 0 }],
        active: false,
      }),
    ],
    holidays: [],
  },
  tax: {
    classes: [{ id: "standard", name: "Standard" }],
    rates: [
      aTaxRate({ rateBp: 1_900, until: "2026-12-31" }),
      aTaxRate({ rateBp: 2_000, from: "2027-01-01" }),
      aTaxRate({ country: "US", region: "Texas", rateBp: 825, contained: false }),
    ],
    reverseChargeIn: ["FR", "AT"],
  },
  discounts: { groups: [], discounts: [], priceLists: [] },
};
const aPart = (given: Partial<QuotedPart> = {}): QuotedPart => ({
  part: "p",
  types: [],
  brand: null,
  quantity: 1,
  listCents: 1_000,
  depositCents: 0,
  taxClass: "standard",
  grams: 1_000,
  isBulky: false,
  isDangerous: false,
  ...given,
});

function quote({ country = "DE", ...given }: Partial<QuoteInput> & { country?: string } = {}) {
  return quoteOrder({
    parts: [aPart()],
    priceLists: [],
    discounts: [],
    codes: [],
    groups: [],
    spent: new Map(),
    settings,
    destination: { country },
    method: undefined,
    vatId: "",
    now: Date.parse("2026-11-23T09:00:00Z"),
    ...given,
  });
}
const costOf = (id: string, parts: QuotedPart[]) => {
  const method = quote({ parts }).methods.find((each) => each.id === id);
  return method?.cents ?? method?.problem;
};

describe("delivery", () => {
  it("costs by the range of the basis, its bound included", () => {
    expect(costOf("parcel", [aPart({ grams: 2_000 })])).toBe(590);
    expect(costOf("parcel", [aPart({ grams: 2_001 })])).toBe(990);
    expect(costOf("parcel", [aPart({ grams: 2_501, quantity: 4 })])).toBe(
      "Your parts are too heavy for it",
    );
  });

  it("costs by the value of the goods, or by how many pieces there are", () => {
    const rates = [
      { upTo: 5_000, cents: 400 },
      { upTo: 10_000, cents: 700 },
    ];
    const zones = [{ id: "home", name: "Home", places: [place("DE")] }];
    const methods = [
      aDeliveryMethod({ id: "by-value", basis: "value", rates }),
      aDeliveryMethod({ id: "by-pieces", basis: "pieces", rates: [{ upTo: 3, cents: 250 }] }),
    ];
    const offer = (parts: QuotedPart[]) => {
      const delivery = { zones, methods, holidays: [] };
      const quoted = quote({ parts, settings: { ...settings, delivery } });
      return quoted.methods.map(({ cents, problem }) => cents ?? problem);
    };
    expect(offer([aPart({ listCents: 2_500, quantity: 2 })])).toEqual([400, 250]);
    expect(offer([aPart({ listCents: 2_501, quantity: 2 }), aPart({ part: "q" })])).toEqual([
      700, 250,
    ]);
    expect(offer([aPart({ listCents: 2_501, quantity: 4 })])).toEqual([
      "Your parts are worth more than it takes",
      "Does not take so many pieces",
    ]);
  });

  it("costs once more for dangerous goods, however many, or does not take them", () => {
    const zones = [{ id: "home", name: "Home", places: [place("DE")] }];
    const methods = [
      aDeliveryMethod({ id: "parcel", dangerousCents: 1_500, freeFromCents: 1_000 }),
      aDeliveryMethod({ id: "letter", dangerousCents: null }),
    ];
    const delivery = { zones, methods, holidays: [] };
    const parts = [aPart({ isDangerous: true, quantity: 3 }), aPart({ isDangerous: true })];
    const quoted = quote({ parts, settings: { ...settings, delivery } });
    expect(quoted.methods).toMatchObject([
      { cents: 1_500 },
      { cents: undefined, problem: "Does not take dangerous goods" },
    ]);
    expect(quoted.priced.deliveryCents).toBe(1_500);
  });

  it("is free from a value of goods on, but not bulky ones", () => {
    expect(costOf("parcel", [aPart({ listCents: 9_999 })])).toBe(590);
    expect(costOf("parcel", [aPart({ listCents: 10_000 })])).toBe(0);
    expect(costOf("parcel", [aPart({ isBulky: true })])).toBe("Does not take bulky parts");
    expect(costOf("freight", [aPart({ isBulky: true }), aPart({ isBulky: true })])).toBe(2_590);
  });

  it("does not become dearer by a deposit or a discount", () => {
    const parts = [aPart({ listCents: 10_000, depositCents: 4_000 })];
    const code = { id: "d", label: "Ten", code: "TEN", group: null, action: { percentBp: 1_000 } };
    const always = { targets: [], excluded: [], minGoodsCents: 0, minPieces: 0, alone: false };
    const discount = { ...code, ...always, from: null, until: null };
    const { priced } = quote({ parts, discounts: [discount], codes: ["TEN"] });
    expect(priced).toMatchObject({ discountCents: 1_000, deliveryCents: 0, totalCents: 13_000 });
    expect(costOf("parcel", [aPart({ listCents: 9_000, depositCents: 4_000 })])).toBe(590);
  });

  it("is by the method that was chosen, else by the cheapest of the place", () => {
    expect(quote({ method: "freight" })).toMatchObject({
      chosen: { id: "freight" },
      standardCents: 590,
    });
    expect(quote({ method: "air" }).chosen?.id).toBe("parcel");
    expect(quote({ country: "BD" }).chosen?.id).toBe("air");
    const methods = settings.delivery.methods.map((method) => ({ ...method, active: true }));
    const open = { ...settings, delivery: { ...settings.delivery, methods } };
    expect(quote({ settings: open }).chosen?.id).toBe("parcel");
    expect(quote({ settings: open, method: "works" }).chosen?.cents).toBe(0);
    expect(quote().chosen?.promise).toMatchObject({ from: "2026-11-24", until: "2026-11-25" });
  });
});

describe("a VAT number", () => {
  const abroad = { country: "FR", vatId: "FR12345678901" };

  it.each(["waiting", "invalid", null, undefined] as const)(
    "takes no tax off while it is %s",
    (vatState) => {
      const { priced, vat } = quote({ ...abroad, ...(vatState !== undefined && { vatState }) });
      const { taxMode, taxCents, totalCents } = priced;
      expect([taxMode, taxCents, totalCents]).toEqual(["contained", 254, 1_590]);
      expect(vat).toBe(vatState ?? "waiting");
    },
  );

  it("is of no use at home, and where no reverse charge is set", () => {
    expect(quote({ country: "DE", vatId: "DE123456789", vatState: "valid" }).vat).toBeUndefined();
    expect(quote({ country: "BD", vatId: "BD12345", vatState: "valid" }).vat).toBeUndefined();
  });

  it("shows each delivery as it is charged", () => {
    const checked = quote({ ...abroad, vatState: "valid" });
    const open = quote(abroad);
    // 5.90 with 19 % tax contained.
    expect(checked.methods.map(({ cents }) => cents)).toEqual([496]);
    for (const { chosen, priced } of [checked, open]) {
      expect(chosen?.cents).toBe(priced.deliveryCents);
    }
  });
});

describe("tax", () => {
  const taxOf = (given: Parameters<typeof quote>[0]) => {
    const { taxMode, taxCents, totalCents } = quote(given).priced;
    return [taxMode, taxCents, totalCents];
  };

  it("is that of the place on the day of the works", () => {
    expect(taxOf({})).toEqual(["contained", 254, 1_590]);
    // Half past midnight of the new year in Berlin.
    expect(taxOf({ now: Date.parse("2026-12-31T23:30:00Z") })).toEqual(["contained", 265, 1_590]);
    expect(taxOf({ country: "BD" })).toEqual(["none", 0, 1_590]);
    expect(taxOf({ destination: { country: "US", region: "texas" } })).toEqual([
      "added",
      131,
      1_721,
    ]);
    expect(taxOf({ country: "US" })).toEqual(["none", 0, 1_590]);
  });

  it("is owed by a company abroad itself, not by one of the own country", () => {
    const vatState = "valid";
    const taxWith = (country: string, vatId: string) => taxOf({ country, vatId, vatState });
    expect(taxWith("FR", "FR12345678901")).toEqual(["reverse", 0, 1_336]);
    expect(taxWith("FR", "DE111111111")).toEqual(["none", 0, 1_590]);
    expect(taxWith("DE", "FR12345678901")).toEqual(["contained", 254, 1_590]);
    expect(taxWith("BD", "FR12345678901")).toEqual(["none", 0, 1_590]);
    expect(taxWith("FR", "XX12")).toEqual(["none", 0, 1_590]);
    // Of an invoice address elsewhere.
    const toParis = { country: "FR", vatId: "FR12345678901", vatState } as const;
    expect(taxOf({ ...toParis, vatCountry: "BD" })).toEqual(["none", 0, 1_590]);
  });
});
