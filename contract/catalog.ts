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
import { dollars } from "./rules/money.ts";
import { partListTags, partTag } from "./tags.ts";

export const newPart = z.strictObject({
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
});
export type Part = z.output<typeof part>;

export const partsPerPage = 48;
export const homePartCount = 6;
/** A common word would match almost every part. */
export const maxSearchResults = 100;

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
  details: {
    method: "GET",
    path: "/parts/:id",
    summary: "Answers one part for its public page. A part that is no longer sold is gone.",
    who: "visitor",
    params: { id },
    reply: part,
    refusals: ["not-found", "gone"],
    cacheTags: ({ _id }: Part) => [partTag(_id)],
  },
  add: {
    method: "POST",
    path: "/parts",
    summary: "Adds a part. Sending the same part again under the same key adds nothing.",
    who: "admin",
    body: newPart,
    reply: z.object({ insertedId: id }),
    refusals: [],
  },
  changePrice: {
    method: "PATCH",
    path: "/parts/:id",
    summary: "Changes the price of a part. Orders that were placed before keep theirs.",
    who: "admin",
    params: { id },
    body: z.strictObject({ price: dollars }),
    reply: part,
    refusals: ["not-found"],
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
