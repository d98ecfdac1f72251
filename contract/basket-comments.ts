import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, requiredText, text } from "./fields.ts";

const comment = z.object({
  _id: z.string(),
  part: z.string(),
  name: z.string(),
  text: z.string(),
  at: z.string(),
});
export type BasketComment = z.output<typeof comment>;

export const comments = z.array(comment);

const ownComments = z.object({
  /** Until then others can see the basket by a link, and write. */
  sharedUntil: z.nullable(z.iso.datetime()),
  comments,
});
export type OwnComments = z.output<typeof ownComments>;

const rateLimit = { max: 600, seconds: 600 } as const;

export const basketCommentCalls = {
  add: {
    method: "POST",
    path: "/basket/shared/comments",
    summary: "Comments on a part in the basket behind a link, for its owner and all who have it.",
    who: "visitor",
    body: z.strictObject({
      token: requiredText(100, "The link is not complete"),
      part: id,
      name: text(60),
      text: requiredText(500, "Write something"),
    }),
    reply: z.object({ comments }),
    refusals: ["gone", "not-found", "conflict", "too-many"],
    rateLimit: { max: 60, seconds: 600 },
  },
  list: {
    method: "GET",
    path: "/basket/comments",
    summary: "Lists what others have written about parts in the caller's basket, oldest first.",
    who: "visitor",
    reply: ownComments,
    refusals: [],
  },
  remove: {
    method: "DELETE",
    path: "/basket/comments/:id",
    summary: "Removes a comment from the caller's basket.",
    who: "visitor",
    params: { id },
    reply: ownComments,
    refusals: ["too-many"],
    rateLimit,
  },
} as const satisfies Calls;
