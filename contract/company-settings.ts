import * as z from "zod/mini";
import { countryCode, pictureUrl, text, vatId } from "./fields.ts";

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const companySettings = z.strictObject({
  name: text(200),
  address: text(1_000),
  country: countryCode,
  vatId,
  /** Without one, the shop's name stands in its place. */
  logo: z._default(pictureUrl, ""),
  email: text(254),
  phone: text(100),
  openingHours: z._default(text(500), ""),
  /** Of the works: what "today" and the cut-off hour mean. */
  timeZone: text(60).check(z.refine(isTimeZone, "Must be a time zone such as Europe/Berlin")),
});
export type CompanySettings = z.output<typeof companySettings>;
