import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { countFromQuery, id, pageQuery, term, text } from "./fields.ts";
import { follows, partListTags, partPageTags, partTag } from "./tags.ts";

export const partLives = ["announced", "active", "superseded", "ended"] as const;
export type PartLife = (typeof partLives)[number];

/** Besides the part's own. `old`: an earlier number of ours; it still leads to the part. */
export const numberKinds = ["oe", "competitor", "old", "gtin"] as const;
export type NumberKind = (typeof numberKinds)[number];

/** Without the rules for input, which must not hide a stored part. */
export const part = z.object({
  _id: z.string(),
  name: z.string(),
  img: z.string(),
  description: z.string(),
  minimumQuantity: z.number(),
  availablQuantity: z.number(),
  price: z.number(),
  number: z.string(),
});
export type Part = z.output<typeof part>;

/** For lists. `kit`: where it is not sold alone, one of the kits that it is sold in. */
export const partInList = z.extend(part, {
  kit: z.optional(z.object({ number: z.string(), name: z.string() })),
});
export type PartInList = z.output<typeof partInList>;

export const storedDetails = z.object({
  type: z.nullable(z.string()),
  /** Under which it is listed besides. */
  furtherTypes: z.array(z.string()),
  brand: z.nullable(z.string()),
  life: z.enum(partLives),
  packOf: z.number(),
  lowStock: z.nullable(z.number()),
  hidden: z.boolean(),
  /** A kit without stock of its own: it is put together from its components. */
  fromShelf: z.boolean(),
  /** Of one unit that is sold, in grams. */
  weight: z.nullable(z.number()),
  bulky: z.boolean(),
  dangerous: z.boolean(),
  taxClass: z.string(),
  /** Of the old part, for one piece: returned with it. 0: none. */
  deposit: z.number(),
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
      part: z.string(),
      number: z.string(),
      name: z.string(),
      choice: z.number(),
      quantity: z.number(),
      bothWays: z.boolean(),
      merges: z.boolean(),
      terms: z.array(term),
      since: z.string(),
      reason: z.string(),
    }),
  ),
  components: z.array(
    z.object({
      part: z.string(),
      number: z.string(),
      name: z.string(),
      quantity: z.number(),
      /** Otherwise it is sold in this kit only. */
      soldAlone: z.boolean(),
    }),
  ),
});

const linkedPart = z.object({
  _id: z.string(),
  number: z.string(),
  name: z.string(),
  life: z.enum(partLives),
});
export type LinkedPart = z.output<typeof linkedPart>;
const typeLink = z.object({ slug: z.string(), name: z.string() });

export const listedVehicles = z.object({
  lines: z.array(
    z.object({
      name: z.string(),
      years: z.string(),
      /** "engine 2.0 T, built before November 2014. Front: 2" */
      only: z.string(),
    }),
  ),
  more: z.number(),
  next: z.nullable(z.string()),
});
export type ListedVehicles = z.output<typeof listedVehicles>;

const shownDetails = z.omit(storedDetails, {
  type: true,
  furtherTypes: true,
  lowStock: true,
  hidden: true,
  weight: true,
  bulky: true,
  dangerous: true,
  taxClass: true,
  replacedBy: true,
  components: true,
});

const successors = z.array(
  z.array(
    z.object({
      part: linkedPart,
      quantity: z.number(),
      /** For which cars; empty: for all. The same in words. */
      terms: z.array(term),
      only: z.string(),
    }),
  ),
);

const kitPart = z.object({
  part: linkedPart,
  quantity: z.number(),
  /** Of one; null if it is not sold alone. */
  price: z.nullable(z.number()),
  /** Where it is no longer made: as those of a part. */
  successors,
});

export const partPage = z.extend(z.merge(part, shownDetails), {
  components: z.array(kitPart),
  kits: z.array(kitPart),
  /** It is not sold alone. */
  inKitsOnly: z.boolean(),
  /** Kits with what replaces those of its components that are no longer made. */
  laterKits: z.array(linkedPart),
  types: z.array(typeLink),
  furtherTypes: z.array(typeLink),
  smallestOrder: z.object({ quantity: z.number(), pieces: z.number() }),
  /** What a piece costs everybody in the basket from so many on. */
  steps: z.array(z.object({ from: z.number(), price: z.number() })),
  /** The catalogue's lowest price within 30 days, beside steps. */
  lowest: z.optional(z.number()),
  /** Alternatives; the parts of one are needed together. Successors of successors are resolved. */
  successors,
  /** What the catalogue lists it for, in words. */
  vehicles: z.extend(listedVehicles, {
    /** Parts of its type are made for vehicles. */
    isAsked: z.boolean(),
    universal: z.boolean(),
    listsAll: z.boolean(),
  }),
  chain: z.array(
    z.object({
      old: linkedPart,
      new: linkedPart,
      choice: z.number(),
      quantity: z.number(),
      bothWays: z.boolean(),
      merges: z.boolean(),
      only: z.string(),
      since: z.string(),
      reason: z.string(),
    }),
  ),
});
export type PartPage = z.output<typeof partPage>;
export type PartVehicles = PartPage["vehicles"];

export const partType = z.object({
  slug: z.string(),
  name: z.string(),
  parent: z.nullable(z.string()),
  synonyms: z.array(z.string()),
  soldForVehicles: z.boolean(),
  parts: z.number(),
  attributes: z.array(
    z.object({
      name: z.string(),
      unit: z.nullable(z.string()),
      kind: z.enum(["choice", "number"]),
      facet: z.boolean(),
    }),
  ),
});
export type PartType = z.output<typeof partType>;

const idOrNumber = text(60).check(z.minLength(1, "Must not be empty"));

export const partsPerPage = 48;
export const homePartCount = 6;

export const partCalls = {
  list: {
    method: "GET",
    path: "/parts",
    summary:
      "Lists all parts, oldest first. `newest` answers the last so many; `q` those whose names contain all of its words, at most 100 without another `limit`; with no word of three letters it is refused where there are too many parts to look through.",
    who: "visitor",
    query: { newest: z.optional(countFromQuery(100)), q: z.optional(text(100)), ...pageQuery },
    reply: z.array(partInList),
    refusals: ["invalid", "too-many"],
    rateLimit: { max: 3_000, seconds: 600, onlyWith: "q" },
    cached: { follows: follows.parts, shows: partListTags },
  },
  one: {
    method: "GET",
    path: "/purchase/:id",
    summary: "Answers one part.",
    who: "visitor",
    params: { id },
    reply: part,
    refusals: ["not-found"],
    cached: { follows: [], shows: ({ _id }: Part) => [partTag(_id)] },
  },
  page: {
    method: "GET",
    path: "/parts/:id",
    summary:
      "Answers all about one part, by its id or by its present or an earlier number in any spelling. A deleted part is a 410 whose `present` has its successors.",
    who: "visitor",
    params: { id: idOrNumber },
    reply: partPage,
    refusals: ["not-found", "gone"],
    cached: { follows: follows.partPage, shows: partPageTags },
  },
  types: {
    method: "GET",
    path: "/part-types",
    summary:
      "Lists the part types with the number of their parts; each follows the one it belongs to.",
    who: "visitor",
    reply: z.array(partType),
    refusals: [],
    cached: { follows: follows.partTypes },
  },
} as const satisfies Calls;
