import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { carOfOrder, outcome, text } from "./fields.ts";
import { factWords, listQuestion } from "./fitment.ts";
import { listedPart, listQuery, maxQueryLength, partList } from "./search.ts";

/** In a list for a car, parts that surely fit come first; those that do not fit last, if at all. */
const partForCar = z.extend(listedPart, {
  /** None of parts that are not for vehicles, and where there are too many to judge. */
  says: z.optional(outcome),
});

/** With `q`, what is found by it. */
const listOrSearch = z.extend(z.strictObject(listQuery), {
  q: z.optional(text(maxQueryLength)),
});
export type ListOrSearch = z.output<typeof listOrSearch>;

const listForCar = z.extend(partList, {
  items: z.array(partForCar),
  question: listQuestion,
  facts: z.array(factWords),
  /** With the filters, on all pages; `no` also where these are left out. */
  yes: z.number(),
  yesIf: z.number(),
  no: z.number(),
  notKnown: z.number(),
  /** So many parts that only those listed for the vehicle were looked at. */
  isNarrow: z.boolean(),
  /** So many of these, too, that none was judged. */
  isCut: z.boolean(),
});
export type ListForCar = z.output<typeof listForCar>;

export const fitListCalls = {
  list: {
    method: "POST",
    path: "/catalogue/fit",
    summary:
      "Lists parts for a car, 48 a page: what surely fits, then what needs one more answer, then what is not known; what does not fit only if asked for. Counts them, with the filters of what is listed and the question that decides most of it.",
    who: "visitor",
    body: z.strictObject({
      car: carOfOrder,
      list: listOrSearch,
      /** Also what does not fit, last. */
      withUnfit: z.optional(z.boolean()),
    }),
    reply: listForCar,
    refusals: ["invalid", "not-found", "too-many", "unavailable"],
    rateLimit: { max: 600, seconds: 600 },
  },
} as const satisfies Calls;
