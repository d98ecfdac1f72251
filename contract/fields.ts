import * as z from "zod/mini";
import { maxPrice, toCents } from "./rules/money.ts";

// PostgreSQL cannot store NUL or lone surrogates.
const storable = z.refine<string>(
  (value) => value.isWellFormed() && !value.includes("\0"),
  "Contains characters that cannot be stored",
);

export function text(longest: number, otherwise = "Must be a text") {
  return z
    .string(otherwise)
    .check(z.trim(), z.maxLength(longest, `Must be at most ${longest} characters`), storable);
}

/** Spaces and invisible characters alone do not count. U+2800 is the Braille pattern without dots. */
export function hasVisibleText(value: string): boolean {
  return /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(value);
}

export function requiredText(longest: number, missing = "Must not be empty") {
  return text(longest, missing).check(z.refine(hasVisibleText, missing));
}

export const settingsId = requiredText(40).check(
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Must be small letters and figures, such as north-america"),
);

/** ISO 3166; upper case, as it is compared. */
export const countryCode = text(2, "Must be a country code such as DE").check(
  z.regex(/^[A-Z]{2}$/, "Must be a country code such as DE"),
);

/** With the letters of its country; what follows them is checked by `rules/vat-id.ts`. */
export const vatId = text(20).check(
  z.regex(/^([A-Z]{2}[A-Z0-9]{2,15})?$/, "Must be a VAT number such as DE123456789"),
);

export const id = z.uuid("Is not an id of ours");

/**
 * Idempotency key, created by the client: the same request sent again under it is done once and
 * answered again, another one is refused.
 */
export const requestKey = z.uuid("Is not an id of ours");

export const email = z
  .string("Email is Required")
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, "Email is Required"),
    z.maxLength(254, "Provide a valid Email"),
    z.email("Provide a valid Email"),
    storable,
  );

export const password = z
  .string("Password is Required")
  .check(
    z.minLength(1, "Password is Required"),
    z.minLength(6, "Must be 6 characters or longer"),
    z.maxLength(200, "Must be at most 200 characters"),
  );

export const pictureUrl = text(2000).check(
  z.refine(
    (value) => value === "" || isPictureAddress(value),
    "Must be a web address that starts with https://",
  ),
);

/** Parsed as a browser does, so that no odd address leads elsewhere. */
function isPictureAddress(value: string): boolean {
  if (/^https?:\/\//i.test(value)) return URL.canParse(value);
  const own = URL.parse(value, "http://shop.invalid");
  return /^\/images\//.test(value) && own?.pathname.startsWith("/images/") === true;
}

/** `role: "admin"` stands for all of them. */
export const adminRoles = ["owner", "catalogue", "orders", "support", "read-only"] as const;
export type AdminRole = (typeof adminRoles)[number];

export const stockQuantity = z
  .int("Must be a whole number")
  .check(z.minimum(0, "Must not be negative"), z.maximum(1_000_000_000, "Is too large"));

export function countFromQuery(most: number) {
  return z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/, "Must be a whole number")),
      z.transform((value) => Number(value)),
    ),
    z.int().check(z.minimum(1, "Must be at least 1"), z.maximum(most, `Must be at most ${most}`)),
  );
}

/** The database has no year 0. */
export const date = (message: string) =>
  z.iso.date(message).check(z.refine((text) => text >= "0001", message));

const notMoment = "Must be a time, as 2026-11-21T00:00:00Z";

export const moment = z.iso.datetime({ offset: true, error: notMoment }).check(
  // Programs write the year 0 and those after 9999 in a way that the database does not read.
  z.refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1 && year <= 9_999;
  }, notMoment),
);

export const maxPage = 100;

/** With `limit`, lists answer a page; the next one begins after the `_id` of the last entry. */
export const pageQuery = {
  limit: z.optional(countFromQuery(maxPage)),
  after: z.optional(id),
};

const fact = text(40).check(z.regex(/^[a-z][a-z0-9:-]*$/, "Is not a fact"));
const count = z.int().check(z.minimum(0), z.maximum(1_000_000_000));
const value = z.union([count, text(40)]);
const values = z.array(value).check(z.maxLength(100, "Must be at most 100 values"));
const series = text(20);
const end = z.optional(count);

/** Of contract/rules/fit.ts. */
export const term = z.union([
  z.strictObject({ fact, any: values }),
  z.strictObject({ fact, none: values }),
  z.strictObject({ fact, series, from: end, to: end }),
  z.strictObject({ fact, notSeries: z.array(series).check(z.maxLength(20)) }),
  z.strictObject({ fact, from: end, to: end }),
]);

export const outcome = z.enum(["yes", "no", "yes-if", "not-known"]);

const maxKnownValues = 200;
function valuesIn(one: z.output<typeof term>): number {
  if ("any" in one) return one.any.length;
  if ("none" in one) return one.none.length;
  return "notSeries" in one ? one.notSeries.length : 1;
}

/** Of a car. Each value may be compared with each part of a list. */
export const knownTerms = z.array(term).check(
  z.maxLength(30, "Must be at most 30 facts"),
  z.refine(
    (terms) => terms.reduce((sum, one) => sum + valuesIn(one), 0) <= maxKnownValues,
    `Must be at most ${maxKnownValues} values in all`,
  ),
);
export const vehicleId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/** For which parts are ordered; what is said of their fit is kept with the order. */
export const carOfOrder = z.strictObject({ vehicle: vehicleId, known: knownTerms });
export type CarOfOrder = z.output<typeof carOfOrder>;

export const fitProof = z.object({
  says: outcome,
  vehicle: z.string(),
  known: z.array(z.string()),
  reason: z.string(),
  /** Of a "yes": the lines of the catalogue that it rests on. */
  applications: z.array(z.object({ _id: z.string(), text: z.string() })),
  saidAt: z.string(),
});
export type FitProof = z.output<typeof fitProof>;

/** Names of the columns that a file shall have, in their order, with commas between. */
export function fileColumns(names: readonly string[]) {
  const any = `(${names.join("|")})`;
  const list = text(400).check(
    z.regex(new RegExp(`^${any}(,${any})*$`), "Must be columns of the list"),
  );
  return { columns: z.optional(list) };
}

export const dollars = z.number("Must be a price in dollars, such as 12.50").check(
  z.refine((value) => toCents(value) >= 1, "Must be at least 0.01"),
  z.refine((value) => toCents(value) <= maxPrice, "Must be at most 10,000,000"),
  z.refine(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4,
    "Must have at most two decimals",
  ),
);
