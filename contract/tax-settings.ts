import * as z from "zod/mini";
import { countryCode, date, requiredText, settingsId, text } from "./fields.ts";

const day = z.nullable(date("Must be a date such as 2026-01-31"));

export const taxRate = z.strictObject({
  country: countryCode,
  /** Empty: all of the country. */
  region: z._default(text(40), ""),
  class: settingsId,
  /** Hundredths of a percent: 1900 is 19 %. */
  rateBp: z
    .int("Must be a rate such as 19 or 8.25")
    .check(z.minimum(0, "Must not be negative"), z.maximum(10_000, "Must be at most 100 %")),
  /** In the prices of the shop; otherwise it is added to them. */
  contained: z.boolean(),
  /** First and last day, in the time zone of the works. */
  from: day,
  until: day,
  name: requiredText(40),
});
export type TaxRate = z.output<typeof taxRate>;

export const taxSettings = z.strictObject({
  classes: z
    .array(z.strictObject({ id: settingsId, name: requiredText(60) }))
    .check(z.minLength(1, "There must be a class"), z.maxLength(20)),
  rates: z.array(taxRate).check(z.maxLength(1_000)),
  /** Companies there, with a VAT number, owe the tax themselves. */
  reverseChargeIn: z.array(countryCode).check(z.maxLength(100)),
});
export type TaxSettings = z.output<typeof taxSettings>;
