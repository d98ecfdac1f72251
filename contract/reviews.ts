import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import {
  countFromQuery,
  fileColumns,
  id,
  moment,
  pageQuery,
  pictureUrl,
  requiredText,
  text,
} from "./fields.ts";

export const maxRatting = 5;
const wrongRatting = `Rate with a whole number from 0 to ${maxRatting}`;

export const newReview = z.strictObject({
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
  at: z.iso.datetime(),
  /** The account had a paid order when this was written. */
  boughtHere: z.boolean(),
  answer: z.optional(z.string()),
});
export type Review = z.output<typeof review>;

export const reportReasons = {
  insult: "It insults someone",
  advert: "It is an advertisement",
  private: "It has personal details",
  unrelated: "It is about something else",
  other: "Something else",
} as const;
export type ReportReason = keyof typeof reportReasons;
const reasonNames = Object.keys(reportReasons) as ReportReason[];
export const reportReason = z.enum(reasonNames, "Choose a reason");

export const reviewEntry = z.extend(review, {
  /** Another account than the author's has this name. */
  isOthersName: z.boolean(),
  hidden: z.boolean(),
  /** It has not been looked at yet, in a shop that does so before it appears. */
  waiting: z.boolean(),
  /** Of the last 7 days, and no admin has looked at it. */
  isNew: z.boolean(),
  /** Since it was last looked at. */
  reports: z.array(z.object({ reason: reportReason, note: z.string(), at: z.iso.datetime() })),
  /** The author's e-mail; null if the account was deleted. */
  account: z.nullable(z.string()),
  picture: z.string(),
  /** Null if it is about the shop as a whole. */
  part: z.nullable(z.object({ _id: z.string(), number: z.string(), name: z.string() })),
});
export type ReviewEntry = z.output<typeof reviewEntry>;

export const reviewViews = [
  ...(["check", "new", "shown", "hidden", "unanswered", "low"] as const),
] as const;
export type ReviewView = (typeof reviewViews)[number];
export const reviewSorts = ["at", "at-down", "ratting", "ratting-down"] as const;
export type ReviewSort = (typeof reviewSorts)[number];

const filters = {
  q: z.optional(text(100)),
  /** The number of the part that they are about. */
  part: z.optional(text(60)),
  from: z.optional(moment),
  before: z.optional(moment),
  view: z.optional(z.enum(reviewViews)),
  sort: z.optional(z.enum(reviewSorts)),
};
export type ReviewFilters = { [Name in keyof typeof filters]?: z.output<(typeof filters)[Name]> };

export const reviewEdit = z.strictObject({
  hidden: z.optional(z.boolean("Must be true or false")),
  /** False: it was looked at, and its reports are settled. */
  reported: z.optional(z.literal(false)),
  /** Shown below the review; null takes it back. */
  answer: z.optional(z.nullable(requiredText(2000, "Answer is Required"))),
  /** The answer that the caller has seen; null is none. */
  expected: z.optional(z.nullable(text(2000))),
});
export type ReviewEdit = z.output<typeof reviewEdit>;

export const newPartReview = z.extend(z.omit(newReview, { img: true }), {
  picture: pictureUrl,
});
export type NewPartReview = z.output<typeof newPartReview>;

export const partReview = z.extend(review, { picture: z.string() });
export type PartReview = z.output<typeof partReview>;

export const partReviews = z.object({
  part: z.string(),
  count: z.number(),
  /** To one decimal; null without reviews. */
  average: z.nullable(z.number()),
  items: z.array(partReview),
  /** Without the last page. */
  next: z.nullable(z.string()),
});
export type PartReviews = z.output<typeof partReviews>;

export const reviewFileColumns = [
  "written",
  "name",
  "account",
  "stars",
  "review",
  "part",
  "bought",
  "hidden",
  "answer",
  "reports",
  "others-name",
  "reasons",
] as const;
export type ReviewFileColumn = (typeof reviewFileColumns)[number];

export const reviewCalls = {
  list: {
    method: "GET",
    path: "/reviews",
    summary: "Lists reviews of the shop, oldest first. `newest` limits the list to the newest n.",
    who: "visitor",
    query: { newest: z.optional(countFromQuery(100)) },
    reply: z.array(review),
    refusals: [],
    cached: { follows: ["reviews"] },
  },
  summary: {
    method: "GET",
    path: "/reviews/summary",
    summary: "Answers how many reviews of the shop there are, and their average to one decimal.",
    who: "visitor",
    reply: z.object({ count: z.number(), average: z.nullable(z.number()) }),
    refusals: [],
    cached: { follows: ["reviews"] },
  },
  add: {
    method: "POST",
    path: "/reviews",
    summary:
      "Adds a review; the same review of the same person is stored once. Author and picture come from the account.",
    who: "signed-in",
    body: newReview,
    reply: z.object({
      insertedId: id,
      /** Where reviews appear only after they were looked at. */
      waiting: z.optional(z.literal(true)),
    }),
    refusals: ["too-many"],
  },
  all: {
    method: "GET",
    path: "/allReviews",
    summary:
      "Lists reviews, newest first or in the order of `sort`, at most 100 without another `limit`, with the account that wrote each. `q` searches name, text, account and part; `view` answers those that were reported or wait to be looked at, that are new and were not looked at, that are shown, hidden, without an answer, or of at most two stars.",
    who: "admin",
    query: { ...filters, ...pageQuery },
    reply: z.array(reviewEntry),
    refusals: ["invalid"],
  },
  file: {
    method: "GET",
    path: "/allReviews/csv",
    summary: "Answers what GET /allReviews lists as CSV, with formulas neutralised as in exports.",
    who: "admin",
    query: { ...filters, ...fileColumns(reviewFileColumns) },
    reply: z.string(),
    refusals: [],
    raw: true,
  },
  edit: {
    method: "PATCH",
    path: "/reviews/:id",
    summary:
      "Hides a review or shows it again, answers it or takes the answer back. `expected` is the answer that the caller has seen, null for none; if it is another, `present` of the refusal has it. POST /undo/:auditId takes the change back.",
    who: "admin",
    area: "support",
    params: { id },
    body: reviewEdit,
    reply: z.object({
      hidden: z.boolean(),
      answer: z.nullable(z.string()),
      /** Null if nothing was changed. */
      auditId: z.nullable(z.string()),
    }),
    refusals: ["not-found", "conflict"],
  },
  remove: {
    method: "DELETE",
    path: "/reviews/:id",
    summary: "Removes a review.",
    who: "admin",
    area: "support",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
} as const satisfies Calls;

export const partReviewCalls = {
  list: {
    method: "GET",
    path: "/parts/:id/reviews",
    summary: "Lists the reviews of a part by people who have bought it, newest first, 20 a page.",
    who: "visitor",
    params: { id },
    query: { after: z.optional(id) },
    reply: partReviews,
    refusals: ["invalid"],
    cached: { follows: ["reviews"] },
  },
  own: {
    method: "GET",
    path: "/parts/:id/own-review",
    summary: "Answers whether the caller has bought this part, and their review of it.",
    who: "signed-in",
    params: { id },
    reply: z.object({ mayReview: z.boolean(), review: z.nullable(partReview) }),
    refusals: [],
  },
  save: {
    method: "PUT",
    path: "/parts/:id/own-review",
    summary: "Adds or changes the caller's review of a part that they have bought.",
    who: "signed-in",
    params: { id },
    body: newPartReview,
    reply: z.object({ _id: z.string(), waiting: z.optional(z.literal(true)) }),
    refusals: ["not-allowed", "invalid", "too-many"],
  },
  remove: {
    method: "DELETE",
    path: "/parts/:id/own-review",
    summary: "Removes the caller's review of a part.",
    who: "signed-in",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
} as const satisfies Calls;
