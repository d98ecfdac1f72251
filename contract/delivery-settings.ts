import * as z from "zod/mini";
import { date, requiredText, settingsId, text } from "./fields.ts";
import { anywhere } from "./rules/find-zone.ts";
import { maxPrice } from "./rules/money.ts";

export const cents = z
  .int("Must be an amount such as 12.50")
  .check(z.minimum(0, "Must not be negative"), z.maximum(maxPrice, "Is too large"));

const day = date("Must be a date such as 2026-12-25");
const fewDays = z
  .int("Must be a whole number of days")
  .check(z.minimum(0, "Must not be negative"), z.maximum(90, "Is too many days"));

/** Monday is 1, Sunday 7. */
const weekdays = z
  .array(z.int().check(z.minimum(1), z.maximum(7)))
  .check(z.maxLength(7), z.minLength(1, "Must be at least one day of the week"));

const countryOrAnywhere = text(2, "Must be a country code such as DE").check(
  z.refine(
    (code) => code === anywhere || /^[A-Z]{2}$/.test(code),
    "Must be a country code such as DE, or * for all other countries",
  ),
);
const postcodeBound = text(12).check(
  z.refine((bound) => /^[A-Z0-9]*$/.test(bound), "Must be capital letters and figures only"),
);

export const deliveryPlace = z.strictObject({
  country: countryOrAnywhere,
  /** Empty: all of the country. */
  region: z._default(text(40), ""),
  from: z._default(postcodeBound, ""),
  to: z._default(postcodeBound, ""),
});

export const deliveryZone = z.strictObject({
  id: settingsId,
  name: requiredText(60),
  places: z.array(deliveryPlace).check(z.minLength(1, "Needs a place"), z.maxLength(300)),
});

export const deliveryBases = ["weight", "value", "pieces"] as const;

export const deliveryMethod = z.strictObject({
  id: settingsId,
  name: requiredText(60),
  kind: z.enum(["carrier", "collection"]),
  /** Where it delivers. None for collection at the works. */
  zone: z.nullable(requiredText(40, "Choose a zone")),
  /** What the price depends on: grams, cents or pieces. */
  basis: z.enum(deliveryBases),
  rates: z
    .array(
      z.strictObject({
        upTo: z.nullable(z.int("Must be a whole number").check(z.minimum(1), z.maximum(maxPrice))),
        cents,
      }),
    )
    .check(z.minLength(1, "Needs a price"), z.maxLength(50)),
  /** From this value of goods on it costs nothing but surcharges. */
  freeFromCents: z.nullable(cents),
  /** What it costs more, once for an order. None: it does not take such goods. */
  bulkyCents: z.nullable(cents),
  dangerousCents: z.nullable(cents),
  /** What is paid for later is prepared from the next working day on. */
  cutOff: text(5).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Must be a time such as 14:00")),
  handlingDays: fewDays,
  transitFrom: fewDays,
  transitTo: fewDays,
  workingDays: weekdays,
  /** On which the carrier is under way. */
  carrierDays: weekdays,
  taxClass: settingsId,
  active: z.boolean(),
});
export type DeliveryMethod = z.output<typeof deliveryMethod>;

export const holiday = z.strictObject({
  /** The works, or the country where nothing is delivered on that day. */
  calendar: z.union([z.literal("works"), countryOrAnywhere], "Must be works or a country code"),
  day,
  name: requiredText(80),
});

export const deliverySettings = z.strictObject({
  zones: z.array(deliveryZone).check(z.maxLength(50)),
  methods: z.array(deliveryMethod).check(z.maxLength(50)),
  holidays: z.array(holiday).check(z.maxLength(500)),
});
export type DeliverySettings = z.output<typeof deliverySettings>;
