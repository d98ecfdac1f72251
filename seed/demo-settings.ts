// Of a maker in Dhaka that sends its parts to garages all over the world.
import type { DeliveryMethod } from "#contract/delivery-settings.ts";
import type { DiscountSetting } from "#contract/discount-settings.ts";
import type { Settings } from "#contract/settings.ts";
import { defaultSettings } from "#server/modules/settings/default-settings.ts";

const european =
  "AD AL AT BA BE BG CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM UA VA XK";

const places = (countries: string) =>
  countries.split(" ").map((country) => ({
    country,
    region: "",
    from: "",
    to: "",
  }));

const allWeek = [1, 2, 3, 4, 5, 6, 7];
const mondayToFriday = [1, 2, 3, 4, 5];
const sundayToThursday = [1, 2, 3, 4, 7];

type Rates = readonly (readonly [kilograms: number | null, dollars: number])[];

const byWeight = (rates: Rates): DeliveryMethod["rates"] =>
  rates.map(([kilograms, dollars]) => ({
    upTo: kilograms === null ? null : kilograms * 1_000,
    cents: Math.round(dollars * 100),
  }));

type Given = Pick<DeliveryMethod, "id" | "name" | "zone" | "rates" | "transitFrom" | "transitTo"> &
  Partial<DeliveryMethod>;

const method = (given: Given): DeliveryMethod => ({
  kind: "carrier",
  basis: "weight",
  freeFromCents: null,
  bulkyCents: 1_500,
  dangerousCents: null,
  cutOff: "14:00",
  handlingDays: 1,
  taxClass: "standard",
  workingDays: sundayToThursday,
  carrierDays: mondayToFriday,
  active: true,
  ...given,
});

const methods = [
  method({
    id: "bd-courier",
    name: "Courier",
    zone: "bangladesh",
    transitFrom: 1,
    transitTo: 2,
    rates: byWeight([
      [5, 1.9],
      [30, 4.9],
      [null, 14.9],
    ]),
    freeFromCents: 10_000,
    bulkyCents: 300,
    carrierDays: sundayToThursday,
  }),
  method({
    id: "eu-parcel",
    name: "Parcel by air",
    zone: "europe",
    transitFrom: 4,
    transitTo: 7,
    rates: byWeight([
      [2, 9.8],
      [10, 16.5],
      [30, 29],
    ]),
    freeFromCents: 100_000,
  }),
  method({
    id: "eu-express",
    name: "Express",
    zone: "europe",
    transitFrom: 2,
    transitTo: 3,
    rates: byWeight([
      [2, 24],
      [10, 32],
      [30, 54],
    ]),
    bulkyCents: null,
    cutOff: "11:00",
    handlingDays: 0,
  }),
  method({
    id: "eu-freight",
    name: "Sea freight on a pallet",
    zone: "europe",
    transitFrom: 25,
    transitTo: 35,
    bulkyCents: 0,
    dangerousCents: 4_000,
    rates: byWeight([
      [100, 59],
      [500, 149],
      [null, 420],
    ]),
  }),
  method({
    id: "na-parcel",
    name: "Parcel by air",
    zone: "north-america",
    transitFrom: 5,
    transitTo: 9,
    freeFromCents: 120_000,
    rates: byWeight([
      [2, 12.5],
      [10, 29],
      [30, 69],
    ]),
  }),
  method({
    id: "na-freight",
    name: "Sea freight on a pallet",
    zone: "north-america",
    transitFrom: 30,
    transitTo: 42,
    bulkyCents: 0,
    dangerousCents: 4_000,
    rates: byWeight([
      [100, 95],
      [500, 180],
      [null, 480],
    ]),
  }),
  method({
    id: "world-parcel",
    name: "Parcel by air",
    zone: "world",
    transitFrom: 5,
    transitTo: 10,
    rates: byWeight([
      [2, 14.5],
      [10, 34],
      [30, 82],
    ]),
  }),
  method({
    id: "world-freight",
    name: "Sea freight on a pallet",
    zone: "world",
    transitFrom: 28,
    transitTo: 45,
    bulkyCents: 0,
    dangerousCents: 4_000,
    rates: byWeight([
      [100, 110],
      [500, 210],
      [null, 560],
    ]),
  }),
  method({
    id: "collect",
    name: "Collect at the works in Dhaka",
    kind: "collection",
    zone: null,
    transitFrom: 0,
    transitTo: 0,
    bulkyCents: 0,
    dangerousCents: 0,
    rates: byWeight([[null, 0]]),
    carrierDays: allWeek,
  }),
];

/** On the same day each year. */
const worksHolidays = [
  ["02-21", "Language Martyrs' Day"],
  ["03-26", "Independence Day"],
  ["04-14", "Bengali New Year"],
  ["05-01", "May Day"],
  ["12-16", "Victory Day"],
  ["12-25", "Christmas"],
] as const;

const discount = (
  given: Pick<DiscountSetting, "id" | "label" | "code" | "action"> & Partial<DiscountSetting>,
): DiscountSetting => ({
  group: null,
  percentBp: 0,
  cents: 0,
  targets: [],
  excluded: [],
  minGoodsCents: 0,
  minPieces: 0,
  from: null,
  until: null,
  alone: false,
  maxUses: null,
  maxUsesEach: null,
  active: true,
  ...given,
});

const discounts: Settings["discounts"] = {
  groups: [{ id: "workshops", name: "Workshops" }],
  discounts: [
    discount({
      id: "brake-service",
      label: "Brake service: 5 % from 4 pieces",
      code: null,
      action: "percent",
      percentBp: 500,
      minPieces: 4,
      targets: [{ kind: "type", id: "brakes" }],
    }),
    discount({
      id: "welcome",
      label: "Welcome: 10 %",
      code: "WELCOME10",
      action: "percent",
      percentBp: 1_000,
      minGoodsCents: 5_000,
      maxUsesEach: 1,
    }),
    discount({
      id: "delivery",
      label: "Free delivery from $150",
      code: "SHIP150",
      action: "free-delivery",
      minGoodsCents: 15_000,
    }),
  ],
  priceLists: [
    {
      id: "workshops",
      name: "Workshops",
      group: "workshops",
      prices: [],
      active: true,
      from: null,
      until: null,
      percents: [
        { from: 1, percentBp: 800 },
        { from: 20, percentBp: 1_200 },
      ],
    },
  ],
};

export function demoSettings(now: Date): Settings {
  const years = [now.getUTCFullYear(), now.getUTCFullYear() + 1];
  return {
    security: { requireSecondFactor: false },
    holds: defaultSettings.holds,
    letters: defaultSettings.letters,
    company: {
      ...defaultSettings.company,
      name: "Partwright",
      address: "Plot 14, Tejgaon Industrial Area\nDhaka 1208, Bangladesh",
      vatId: "BD0012345670101",
      country: "BD",
      timeZone: "Asia/Dhaka",
      // Of no real bank; the check digits are right.
      accountHolder: "Partwright",
      iban: "DE06000000000000004711",
      bic: "DEMODEFFXXX",
      bankName: "Demo Bank",
    },
    delivery: {
      zones: [
        { id: "bangladesh", name: "Bangladesh", places: places("BD") },
        { id: "europe", name: "Europe", places: places(european) },
        { id: "north-america", name: "North America", places: places("US CA MX") },
        { id: "world", name: "All other countries", places: places("*") },
      ],
      methods,
      holidays: years.flatMap((year) =>
        worksHolidays.map(([day, name]) => ({ calendar: "works", day: `${year}-${day}`, name })),
      ),
    },
    tax: {
      classes: [{ id: "standard", name: "Standard" }],
      rates: [
        {
          country: "BD",
          region: "",
          class: "standard",
          rateBp: 1_500,
          contained: true,
          from: null,
          until: null,
          name: "VAT",
        },
      ],
      reverseChargeIn: [],
    },
    discounts,
    returns: {
      ...defaultSettings.returns,
      address: "Partwright, Returns\nPlot 14, Tejgaon Industrial Area\nDhaka 1208, Bangladesh",
    },
    reviews: defaultSettings.reviews,
  };
}
