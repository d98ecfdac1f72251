import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { numberKinds, part, partLives, storedDetails } from "./catalog.ts";
import {
  date,
  dollars,
  id,
  pageQuery,
  pictureUrl,
  requestKey,
  requiredText,
  settingsId,
  stockQuantity,
  term,
  text,
} from "./fields.ts";
import { toCents, toDollars } from "./rules/money.ts";
import {
  isGtin,
  maxNumberLength,
  normalizePartNumber,
  ownNumberProblem,
  partNumberProblem,
} from "./rules/part-number.ts";

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
    brand: z._default(optionalName, null),
    written: withProblem(partNumberProblem),
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
  part: requiredText(maxNumberLength),
  choice: z._default(z.int().check(z.minimum(1), z.maximum(20)), 1),
  quantity: z._default(z.int().check(z.minimum(1), z.maximum(99)), 1),
  bothWays: z._default(z.boolean(), false),
  merges: z.optional(z.boolean()),
  /** For which cars it replaces the part; all must hold. */
  terms: z.optional(z.array(term).check(z.maxLength(12, "Must be at most 12 conditions"))),
  since: z.optional(date("Must be a date such as 2026-01-31")),
  reason: z._default(text(200), ""),
});
export type Replacement = z.output<typeof replacement>;

export const kitComponent = z.object({
  part: requiredText(maxNumberLength),
  quantity: z._default(
    z
      .int("Must be a whole number")
      .check(z.minimum(1, "Must be at least 1"), z.maximum(99, "Is too large")),
    1,
  ),
  soldAlone: z._default(z.boolean(), true),
});
export type KitComponent = z.output<typeof kitComponent>;

const maxPictures = 12;
export const maxFurtherTypes = 5;

export const partDetails = z.strictObject({
  number: ownNumber,
  type: z.nullable(requiredText(80)),
  /** Types under which the part is listed besides: a bolt for wheels that also holds brakes. */
  furtherTypes: z
    .array(requiredText(80))
    .check(z.maxLength(maxFurtherTypes, `A part has at most ${maxFurtherTypes} further types`)),
  brand: optionalName,
  life: z.enum(partLives),
  packOf: z
    .int("Must be a whole number")
    .check(z.minimum(1, "Must be at least 1"), z.maximum(1_000, "Is too large")),
  /** Null: low below three of the smallest order. */
  lowStock: z.nullable(stockQuantity),
  hidden: z.boolean("Must be true or false"),
  fromShelf: z.boolean("Must be true or false"),
  weight: z.nullable(
    z
      .int("Must be a whole number of grams")
      .check(z.minimum(1, "Must be at least 1"), z.maximum(10_000_000, "Is too large")),
  ),
  bulky: z.boolean("Must be true or false"),
  dangerous: z.boolean("Must be true or false"),
  taxClass: settingsId,
  /** For one piece, returned when the old part comes back. 0: none. */
  deposit: z.number("Must be an amount such as 40.00").check(
    z.minimum(0, "Must not be negative"),
    z.maximum(100_000, "Must be at most 100,000"),
    z.refine((value) => toDollars(toCents(value)) === value, "Must have at most two decimals"),
  ),
  pictures: z
    .array(pictureUrl.check(z.minLength(1, "Must not be empty")))
    .check(z.maxLength(maxPictures, `A part has at most ${maxPictures} pictures`)),
  attributes: z.array(partAttribute).check(z.maxLength(40, "Are too many")),
  numbers: z.array(partNumber).check(z.maxLength(200, "Are too many")),
  replacedBy: z.array(replacement).check(z.maxLength(20, "Are too many")),
  components: z.array(kitComponent).check(z.maxLength(40, "Are too many")),
});

// `extend` and `merge`, because the browser's bundle would keep schemas that `shape` is read of.
export const newPart = z.extend(z.partial(partDetails), {
  name: requiredText(200, "Name is Required"),
  img: pictureUrl,
  description: text(4000),
  minimumQuantity: stockQuantity,
  availablQuantity: stockQuantity,
  price: dollars,
  key: z.optional(requestKey),
});
export type NewPart = z.output<typeof newPart>;

export const partRecord = z.extend(z.merge(part, storedDetails), { version: z.number() });
export type PartRecord = z.output<typeof partRecord>;

export const managedPart = z.extend(
  z.merge(part, z.pick(storedDetails, { lowStock: true, hidden: true })),
  {
    version: z.number(),
    type: z.nullable(z.string()),
    brand: z.nullable(z.string()),
  },
);
export type ManagedPart = z.output<typeof managedPart>;

export const managedViews = ["all", "low", "hidden"] as const;
export type ManagedView = (typeof managedViews)[number];

export const managedColumns = ["number", "name", "minimum", "stock", "price"] as const;
export type ManagedColumn = (typeof managedColumns)[number];
export const managedSorts = [
  ...managedColumns,
  ...managedColumns.map((column) => `${column}-down` as const),
];
export type ManagedSort = (typeof managedSorts)[number];

export const managedFilters = {
  q: z.optional(text(100)),
  view: z.optional(z.enum(managedViews)),
  type: z.optional(text(80)),
};
export type ManagedFilters = z.output<z.ZodMiniObject<typeof managedFilters>>;

export const partEdit = z.partial(
  z.extend(partDetails, {
    /** That of the record which was edited; a change of somebody else in between is refused then. */
    version: z.int().check(z.minimum(1)),
    name: requiredText(200, "Name is Required"),
    description: text(4000),
    minimumQuantity: stockQuantity,
    price: dollars,
  }),
);
export type PartEdit = z.output<typeof partEdit>;

export const partEditCalls = {
  add: {
    method: "POST",
    path: "/parts",
    summary:
      "Adds a part. The same part under the same key is added once and answers the first result again.",
    who: "admin",
    area: "catalogue",
    body: newPart,
    reply: z.object({ insertedId: id }),
    refusals: ["conflict", "key-reused"],
  },
  record: {
    method: "GET",
    path: "/parts/:id/record",
    summary: "Answers what admins edit of a part, hidden ones too.",
    who: "admin",
    params: { id },
    reply: partRecord,
    refusals: ["not-found"],
  },
  managed: {
    method: "GET",
    path: "/managed-parts",
    summary:
      "Lists parts with what admins manage, oldest first or in the order of `sort`, at most 100 without another `limit`. `q` answers those whose names contain all of its words or that have a number which begins so; `view` those whose stock is low, or that are hidden; `type` those of a part type and the types below it.",
    who: "admin",
    query: { ...managedFilters, sort: z.optional(z.enum(managedSorts)), ...pageQuery },
    reply: z.array(managedPart),
    refusals: [],
  },
  counts: {
    method: "GET",
    path: "/managed-parts/counts",
    summary:
      "Answers how many parts each view of GET /managed-parts has, of those with `q` and `type`.",
    who: "admin",
    query: { q: managedFilters.q, type: managedFilters.type },
    reply: z.object({ all: z.number(), low: z.number(), hidden: z.number() }),
    refusals: [],
  },
  edit: {
    method: "PATCH",
    path: "/parts/:id",
    summary:
      "Changes the given fields of a part; lists are replaced as a whole. Orders that were placed before keep their price. If the part is no longer at `version`, it is left as it is, and `present` of the refusal has its values.",
    who: "admin",
    area: "catalogue",
    params: { id },
    body: partEdit,
    reply: partRecord,
    refusals: ["not-found", "conflict"],
  },
  remove: {
    method: "DELETE",
    path: "/parts/:id",
    summary: "Removes a part. Orders that name it stay as they are.",
    who: "admin",
    area: "catalogue",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
} as const satisfies Calls;
