// What a part is described by, as it is sent and answered.
import * as z from "zod/mini";
import { pictureUrl, requiredText, stockQuantity, text } from "./fields.ts";
import { isGtin } from "./rules/gtin.ts";
import {
  maxNumberLength,
  normalizePartNumber,
  ownNumberProblem,
  partNumberProblem,
} from "./rules/part-number.ts";

export const partLives = ["announced", "active", "superseded", "ended"] as const;
export type PartLife = (typeof partLives)[number];

/** Besides the part's own. `old`: an earlier number of ours; it still leads to the part. */
export const numberKinds = ["oe", "competitor", "old", "gtin"] as const;
export type NumberKind = (typeof numberKinds)[number];

function withProblem(problem: (number: string) => string | undefined) {
  return text(maxNumberLength, "Must be a part number").check((given) => {
    const message = problem(given.value);
    if (message) given.issues.push({ code: "custom", input: given.value, message });
  });
}

const ownNumber = withProblem(ownNumberProblem);

const optionalName = z.nullable(requiredText(80));

export const partNumber = z
  .object({
    kind: z.enum(numberKinds),
    /** Whose number it is: of OE and competitors' numbers only. */
    brand: z._default(optionalName, null),
    written: withProblem(partNumberProblem),
    /** How many of ours replace one of theirs. */
    pieces: z._default(
      z.number().check(z.minimum(0.01, "Must be at least 0.01"), z.maximum(9_999, "Is too large")),
      1,
    ),
    note: z._default(text(200), ""),
  })
  .check(
    z.refine(
      ({ kind, brand }) => (kind === "oe" || kind === "competitor") === (brand !== null),
      "OE and competitors' numbers, and no others, need the name of the brand",
    ),
    z.refine(
      ({ kind, written }) => kind !== "gtin" || isGtin(normalizePartNumber(written)),
      "Is not a GTIN: please check its last digit",
    ),
  );
export type PartNumber = z.output<typeof partNumber>;

export const partAttribute = z.object({
  name: requiredText(60),
  unit: z._default(z.nullable(requiredText(20)), null),
  value: z.union([z.number(), requiredText(100)], "Must be a number or a text"),
});
export type PartAttribute = z.output<typeof partAttribute>;

/** Rows of one choice replace the part together; choices are alternatives. */
export const replacement = z.object({
  /** An id or a number. */
  part: requiredText(maxNumberLength),
  choice: z._default(z.int().check(z.minimum(1), z.maximum(20)), 1),
  quantity: z._default(z.int().check(z.minimum(1), z.maximum(99)), 1),
  /** The old part also replaces the new. */
  bothWays: z._default(z.boolean(), false),
  since: z.optional(z.iso.date("Must be a date such as 2026-01-31")),
  reason: z._default(text(200), ""),
});
export type Replacement = z.output<typeof replacement>;

const maxPictures = 12;

/** Beyond the specification's part. */
export const partDetails = z.strictObject({
  number: ownNumber,
  /** The slug of a part type. */
  type: z.nullable(requiredText(80)),
  brand: optionalName,
  life: z.enum(partLives),
  packOf: z
    .int("Must be a whole number")
    .check(z.minimum(1, "Must be at least 1"), z.maximum(1_000, "Is too large")),
  /** At this many available, or fewer, the stock is low. */
  lowStock: z.nullable(stockQuantity),
  hidden: z.boolean("Must be true or false"),
  /** The first one is `img`. */
  pictures: z
    .array(pictureUrl.check(z.minLength(1, "Must not be empty")))
    .check(z.maxLength(maxPictures, `A part has at most ${maxPictures} pictures`)),
  attributes: z.array(partAttribute).check(z.maxLength(40, "Are too many")),
  numbers: z.array(partNumber).check(z.maxLength(200, "Are too many")),
  replacedBy: z.array(replacement).check(z.maxLength(20, "Are too many")),
});

/** As they are answered: without the rules for input, which must not hide what is stored. */
export const storedDetails = z.object({
  type: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  life: z.enum(partLives),
  packOf: z.number(),
  lowStock: z.nullable(z.number()),
  hidden: z.boolean(),
  pictures: z.array(z.string()),
  attributes: z.array(
    z.object({
      name: z.string(),
      unit: z.nullable(z.string()),
      value: z.union([z.number(), z.string()]),
    }),
  ),
  numbers: z.array(
    z.object({
      kind: z.enum(numberKinds),
      brand: z.nullable(z.string()),
      written: z.string(),
      pieces: z.number(),
      note: z.string(),
    }),
  ),
  replacedBy: z.array(
    z.object({
      /** An id. */
      part: z.string(),
      number: z.string(),
      name: z.string(),
      choice: z.number(),
      quantity: z.number(),
      bothWays: z.boolean(),
      since: z.string(),
      reason: z.string(),
    }),
  ),
});
