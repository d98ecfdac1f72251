import * as z from "zod/mini";
import { call } from "./call.ts";
import { filled, id, pictureUrl, text } from "./fields.ts";

const fields = {
  name: filled(200),
  ratting: z.int("Must be a whole number").check(z.minimum(0), z.maximum(5)),
  img: pictureUrl,
  description: text(4000),
};

export const newReview = z.strictObject(fields);
export type NewReview = z.output<typeof newReview>;

export const review = z.object({
  _id: z.string(),
  name: z.string(),
  ratting: z.number(),
  img: z.string(),
  description: z.string(),
});
export type Review = z.output<typeof review>;

export const reviewCalls = {
  list: call({
    method: "GET",
    path: "/reviews",
    who: "visitor",
    reply: z.array(review),
    refusals: [],
    changesWith: ["reviews"],
  }),
  add: call({
    method: "POST",
    path: "/reviews",
    who: "signed-in",
    body: newReview,
    reply: z.object({ insertedId: id }),
    refusals: [],
    changes: ["reviews"],
  }),
};
