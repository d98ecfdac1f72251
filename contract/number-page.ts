import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { numberKinds } from "./catalog.ts";
import { text } from "./fields.ts";
import { follows, partListTags } from "./tags.ts";

const numberPage = z.object({
  number: z.string(),
  /** In the form in which numbers are compared. */
  norm: z.string(),
  matches: z.array(
    z.object({
      _id: z.string(),
      /** The own number of the part. */
      part: z.string(),
      kind: z.enum(["own", ...numberKinds]),
      written: z.string(),
      /** Whose number it is, if it is not ours. */
      brand: z.nullable(z.string()),
      /** How many of ours replace one of theirs. */
      pieces: z.number(),
    }),
  ),
});
export type NumberPage = z.output<typeof numberPage>;

export const numberPageCalls = {
  one: {
    method: "GET",
    path: "/numbers/:number",
    summary:
      "Answers at most six parts that have a number, in any spelling: ours, an earlier one, a GTIN, or that of a vehicle maker or competitor.",
    who: "visitor",
    params: { number: text(60) },
    reply: numberPage,
    refusals: ["not-found"],
    cached: {
      follows: follows.parts,
      shows: ({ matches }: NumberPage) => partListTags(matches),
    },
  },
} as const satisfies Calls;
