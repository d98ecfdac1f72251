import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { requiredText, text } from "./fields.ts";

const slug = text(80).check(
  z.regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    "Must be small letters, digits and single hyphens, such as brake-discs",
  ),
);
const name = requiredText(80, "Name is Required");
const parent = z.nullable(text(80));

const typeAttribute = z.strictObject({
  _id: z.optional(z.int()),
  name: requiredText(60),
  unit: z.nullable(requiredText(20)),
  kind: z.enum(["choice", "number"], "Must be choice or number"),
  /** Customers filter lists by it. */
  facet: z.boolean("Must be true or false"),
});
export type TypeAttribute = z.output<typeof typeAttribute>;

export const partTypeRecord = z.object({
  /** In the audit log. */
  _id: z.string(),
  slug: z.string(),
  name: z.string(),
  parent: z.nullable(z.string()),
  synonyms: z.array(z.string()),
  soldForVehicles: z.boolean(),
  attributes: z.array(
    z.object({
      _id: z.number(),
      name: z.string(),
      unit: z.nullable(z.string()),
      kind: z.enum(["choice", "number"]),
      facet: z.boolean(),
      parts: z.number(),
    }),
  ),
  version: z.number(),
  parts: z.number(),
  below: z.number(),
});
export type PartTypeRecord = z.output<typeof partTypeRecord>;

export const partTypeEdit = z.partial(
  z.strictObject({
    /** That of the record which was edited; a change of somebody else in between is refused then. */
    version: z.int().check(z.minimum(1)),
    name,
    slug,
    parent,
    synonyms: z.array(requiredText(60)).check(z.maxLength(40, "Are too many")),
    soldForVehicles: z.boolean("Must be true or false"),
    attributes: z.array(typeAttribute).check(z.maxLength(60, "Are too many")),
  }),
);
export type PartTypeEdit = z.output<typeof partTypeEdit>;

const bySlug = { slug: text(80) };

export const partTypeCalls = {
  add: {
    method: "POST",
    path: "/part-types",
    summary: "Adds a part type. Without a `slug` it gets one from its name.",
    who: "admin",
    area: "catalogue",
    body: z.strictObject({ name, parent: z._default(parent, null), slug: z.optional(slug) }),
    reply: partTypeRecord,
    refusals: ["conflict"],
  },
  record: {
    method: "GET",
    path: "/part-types/:slug",
    summary: "Answers what admins edit of a part type, by its present slug or an earlier one.",
    who: "admin",
    params: bySlug,
    reply: partTypeRecord,
    refusals: ["not-found"],
  },
  edit: {
    method: "PATCH",
    path: "/part-types/:slug",
    summary:
      "Changes the given fields of a part type; lists are replaced as a whole. The address of an earlier slug leads to the new one. An attribute that parts have a value of keeps its kind, and is not removed.",
    who: "admin",
    area: "catalogue",
    params: bySlug,
    body: partTypeEdit,
    reply: partTypeRecord,
    refusals: ["not-found", "conflict"],
  },
  remove: {
    method: "DELETE",
    path: "/part-types/:slug",
    summary: "Removes a part type that has no parts and no types below it.",
    who: "admin",
    area: "catalogue",
    params: bySlug,
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found", "conflict"],
  },
} as const satisfies Calls;
