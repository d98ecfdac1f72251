import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id } from "./fields.ts";

export const maxWishes = 200;

const wishList = z.array(z.string());

export const wishCalls = {
  list: {
    method: "GET",
    path: "/wishes",
    summary: "Lists the ids of the parts on the caller's wish list, the newest first.",
    who: "signed-in",
    reply: wishList,
    refusals: [],
  },
  add: {
    method: "POST",
    path: "/wishes",
    summary:
      "Adds parts to the caller's wish list, the first as the newest. What is on it stays where it is; what is no part of the shop is left out. Answers the list.",
    who: "signed-in",
    body: z.strictObject({
      parts: z.array(id).check(z.maxLength(maxWishes, `Must be at most ${maxWishes} parts`)),
    }),
    reply: wishList,
    refusals: ["conflict", "too-many"],
    rateLimit: { max: 600, seconds: 600 },
  },
  remove: {
    method: "DELETE",
    path: "/wishes/:id",
    summary: "Takes a part off the caller's wish list. Answers the list.",
    who: "signed-in",
    params: { id },
    reply: wishList,
    refusals: [],
  },
} as const satisfies Calls;
