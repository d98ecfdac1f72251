import * as z from "zod/mini";
import { cents } from "./delivery-settings.ts";
import { requiredText, settingsId, text } from "./fields.ts";

/** As customers type it; capitals and small letters are the same. */
const discountCode = requiredText(30, "Type a code").check(
  z.toUpperCase(),
  z.regex(/^[A-Z0-9-]+$/i, "Must be letters and figures, such as SPRING10"),
);

/** In the time of the works. */
const moment = z.nullable(
  text(16).check(z.refine(isMoment, "Must be a day and a time, such as 2026-12-24T18:00")),
);

function isMoment(written: string): boolean {
  const time = Date.parse(`${written}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 16) === written;
}

const percentBp = z
  .int("Must be a percentage such as 10 or 7.5")
  .check(z.minimum(0, "Must not be negative"), z.maximum(10_000, "Must be at most 100 %"));
const from = z
  .int("Must be a whole number")
  .check(z.minimum(1, "Must be at least 1"), z.maximum(1_000_000, "Is too large"));
const uses = z.nullable(from);

export const discountTarget = z.strictObject({
  kind: z.enum(["part", "type", "brand"]),
  /** A part's number, a type's short name, or a brand. */
  id: requiredText(100, "Say which one"),
});

export const discountActions = ["percent", "amount", "free-delivery"] as const;

export const discountSetting = z.strictObject({
  id: settingsId,
  label: requiredText(60),
  /** None: it applies by itself. */
  code: z.nullable(discountCode),
  /** Of customers. None: everybody. */
  group: z.nullable(settingsId),
  action: z.enum(discountActions),
  percentBp,
  cents,
  /** None: all parts. */
  targets: z.array(discountTarget).check(z.maxLength(100)),
  excluded: z.array(discountTarget).check(z.maxLength(100)),
  minGoodsCents: cents,
  minPieces: z.int("Must be a whole number").check(z.minimum(0), z.maximum(1_000_000)),
  from: moment,
  until: moment,
  /** Never together with another. */
  alone: z.boolean(),
  /** Orders that may use it: in all, and of one person. */
  maxUses: uses,
  maxUsesEach: uses,
  active: z.boolean(),
});
export type DiscountSetting = z.output<typeof discountSetting>;

export const priceListSetting = z.strictObject({
  id: settingsId,
  name: requiredText(60),
  group: z.nullable(settingsId),
  percents: z.array(z.strictObject({ from, percentBp })).check(z.maxLength(20)),
  prices: z
    .array(
      z.strictObject({
        /** The part's number. */
        part: requiredText(100, "Type the number of a part"),
        from,
        cents: cents.check(z.minimum(1, "Must be more than nothing")),
      }),
    )
    .check(z.maxLength(2_000)),
  from: z._default(moment, null),
  until: z._default(moment, null),
  active: z.boolean(),
});
export type PriceListSetting = z.output<typeof priceListSetting>;

export const discountSettings = z.strictObject({
  groups: z
    .array(z.strictObject({ id: settingsId, name: requiredText(60) }))
    .check(z.maxLength(20)),
  discounts: z.array(discountSetting).check(z.maxLength(500)),
  /** The first one that says something of a part counts. */
  priceLists: z.array(priceListSetting).check(z.maxLength(50)),
});
export type DiscountSettings = z.output<typeof discountSettings>;
