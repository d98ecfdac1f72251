import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { countFromQuery, id, pageQuery, pictureUrl, text } from "./fields.ts";

export const maxRatting = 5;
const wrongRatting = `Rate with a whole number from 0 to ${maxRatting}`;

export const newReview = z.strictObject({
  /** Display name; defaults to the account's name. */
  name: text(200),
  /** Whole stars. Misspelt in the public API. */
  ratting: z
    .int(wrongRatting)
    .check(z.minimum(0, wrongRatting), z.maximum(maxRatting, wrongRatting)),
  /** Accepted but ignored; the profile picture is used. */
  img: pictureUrl,
  description: text(4000),
});
export type NewReview = z.output<typeof newReview>;

export const review = z.object({
  _id: z.string(),
  name: z.string(),
  ratting: z.number(),
  img: z.string(),
  description: z.string(),
});
export type Review = z.output<typeof review>;

export const reviewEntry = z.extend(review, {
  at: z.iso.datetime(),
  /** The author's e-mail; null if the account was deleted. */
  account: z.nullable(z.string()),
});
export type ReviewEntry = z.output<typeof reviewEntry>;

export const reviewCalls = {
  list: {
    method: "GET",
    path: "/reviews",
    summary: "Lists reviews, oldest first. `newest` limits the list to the newest n.",
    who: "visitor",
    query: { newest: z.optional(countFromQuery(100)) },
    reply: z.array(review),
    refusals: [],
    cacheTags: () => ["reviews"],
  },
  add: {
    method: "POST",
    path: "/reviews",
    summary:
      "Adds a review; the same review of the same person is stored once. Author and picture come from the account.",
    who: "signed-in",
    body: newReview,
    reply: z.object({ insertedId: id }),
    refusals: ["too-many"],
  },
  all: {
    method: "GET",
    path: "/allReviews",
    summary: "Lists all reviews, newest first, with the account that wrote each.",
    who: "admin",
    query: pageQuery,
    reply: z.array(reviewEntry),
    refusals: ["invalid"],
  },
  remove: {
    method: "DELETE",
    path: "/reviews/:id",
    summary: "Removes a review.",
    who: "admin",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
} as const satisfies Calls;
