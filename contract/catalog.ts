import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import {
  countFromQuery,
  id,
  pageQuery,
  pictureUrl,
  requiredText,
  stockQuantity,
  text,
} from "./fields.ts";
import { partDetails, partLives, storedDetails } from "./part-fields.ts";
import { dollars } from "./rules/money.ts";
import { maxNumberLength } from "./rules/part-number.ts";
import { partListTags, partTag, partTypesTag } from "./tags.ts";

// `extend` and `merge`, because the browser's bundle would keep schemas that `shape` is read of.
export const newPart = z.extend(z.partial(partDetails), {
  name: requiredText(200, "Name is Required"),
  img: pictureUrl,
  description: text(4000),
  minimumQuantity: stockQuantity,
  availablQuantity: stockQuantity,
  price: dollars,
  /** Created by the client; the same part sent again under the same key is added once. */
  key: z.optional(id),
});
export type NewPart = z.output<typeof newPart>;

/** Without the rules for input, which must not hide a stored part. */
export const part = z.object({
  _id: z.string(),
  name: z.string(),
  img: z.string(),
  description: z.string(),
  minimumQuantity: z.number(),
  availablQuantity: z.number(),
  price: z.number(),
  /** The part's own, for its address. */
  number: z.string(),
});
export type Part = z.output<typeof part>;

/** Everything that admins edit. */
export const partRecord = z.extend(z.merge(part, storedDetails), { version: z.number() });
export type PartRecord = z.output<typeof partRecord>;

/** A row of the admins' list. */
export const managedPart = z.extend(
  z.merge(part, z.pick(storedDetails, { lowStock: true, hidden: true })),
  { version: z.number() },
);
export type ManagedPart = z.output<typeof managedPart>;

export const managedViews = ["all", "low", "hidden"] as const;
export type ManagedView = (typeof managedViews)[number];

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

const linkedPart = z.object({
  _id: z.string(),
  number: z.string(),
  name: z.string(),
  life: z.enum(partLives),
});
export type LinkedPart = z.output<typeof linkedPart>;
const typeLink = z.object({ slug: z.string(), name: z.string() });

const shownDetails = z.omit(storedDetails, {
  type: true,
  lowStock: true,
  hidden: true,
  replacedBy: true,
});

/** What the part's page shows. */
export const partPage = z.extend(z.merge(part, shownDetails), {
  /** From the root of the tree to the part's own type. */
  types: z.array(typeLink),
  /** Pieces: `quantity` times `packOf`. */
  smallestOrder: z.object({ quantity: z.number(), pieces: z.number() }),
  /** Alternatives; the parts of one are needed together. Successors of successors are resolved. */
  successors: z.array(z.array(z.object({ part: linkedPart, quantity: z.number() }))),
  /** Each step between parts that this one replaced or was replaced by, from near to far. */
  chain: z.array(
    z.object({
      old: linkedPart,
      new: linkedPart,
      choice: z.number(),
      quantity: z.number(),
      bothWays: z.boolean(),
      since: z.string(),
      reason: z.string(),
    }),
  ),
});
export type PartPage = z.output<typeof partPage>;

export const partType = z.object({
  slug: z.string(),
  name: z.string(),
  parent: z.nullable(z.string()),
  synonyms: z.array(z.string()),
  soldForVehicles: z.boolean(),
  /** Of this type and those below. */
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

/** Whatever its punctuation, or an id. */
const idOrNumber = text(maxNumberLength).check(z.minLength(1, "Must not be empty"));

export const partsPerPage = 48;
export const homePartCount = 6;

export const partCalls = {
  list: {
    method: "GET",
    path: "/parts",
    summary:
      "Lists all parts, oldest first. `newest` answers the last so many; `q` those whose names contain all of its words, at most 100 without another `limit`.",
    who: "visitor",
    query: { newest: z.optional(countFromQuery(100)), q: z.optional(text(100)), ...pageQuery },
    reply: z.array(part),
    refusals: ["invalid", "too-many"],
    rateLimit: { max: 3_000, seconds: 600, onlyWith: "q" },
    cacheTags: partListTags,
  },
  one: {
    method: "GET",
    path: "/purchase/:id",
    summary: "Answers one part.",
    who: "visitor",
    params: { id },
    reply: part,
    refusals: ["not-found"],
    cacheTags: ({ _id }: Part) => [partTag(_id)],
  },
  add: {
    method: "POST",
    path: "/parts",
    summary: "Adds a part. Sending the same part again under the same key adds nothing.",
    who: "admin",
    body: newPart,
    reply: z.object({ insertedId: id }),
    refusals: ["conflict"],
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
    cacheTags: ({ _id, chain }: PartPage) => [
      ...new Set([_id, ...chain.flatMap((step) => [step.old._id, step.new._id])].map(partTag)),
      partTypesTag,
    ],
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
      "Lists all parts with what admins manage, oldest first. `q` answers those whose names contain all of its words or that have a number which begins so; `view` those whose stock is low, or that are hidden.",
    who: "admin",
    query: {
      q: z.optional(text(100)),
      view: z.optional(z.enum(managedViews)),
      ...pageQuery,
    },
    reply: z.array(managedPart),
    refusals: [],
  },
  types: {
    method: "GET",
    path: "/part-types",
    summary:
      "Lists the part types with the number of their parts; each follows the one it belongs to.",
    who: "visitor",
    reply: z.array(partType),
    refusals: [],
    cacheTags: () => [partTypesTag],
  },
  edit: {
    method: "PATCH",
    path: "/parts/:id",
    summary:
      "Changes the given fields of a part; lists are replaced as a whole. Orders that were placed before keep their price. If the part is no longer at `version`, it is left as it is, and `present` of the refusal has its values.",
    who: "admin",
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
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
} as const satisfies Calls;
