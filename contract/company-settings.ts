import * as z from "zod/mini";
import { countryCode, pictureUrl, text, vatId } from "./fields.ts";
import { isBic, isIban, withoutSpaces } from "./rules/bank-account.ts";

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const iban = text(50).check(
  z.overwrite(withoutSpaces),
  z.refine(
    (value) => value === "" || isIban(value),
    "Is not an IBAN: its check digits do not match. Please compare it with your bank's papers",
  ),
);

const bic = text(20).check(
  z.overwrite(withoutSpaces),
  z.refine((value) => value === "" || isBic(value), "Must be a BIC such as COBADEFFXXX"),
);

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
  /** To which orders on account are paid; without an IBAN there is none. */
  accountHolder: z._default(text(70), ""),
  iban: z._default(iban, ""),
  bic: z._default(bic, ""),
  bankName: z._default(text(100), ""),
  /** Of the works: what "today" and the cut-off hour mean. */
  timeZone: text(60).check(z.refine(isTimeZone, "Must be a time zone such as Europe/Berlin")),
});
export type CompanySettings = z.output<typeof companySettings>;
