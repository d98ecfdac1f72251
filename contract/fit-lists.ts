import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { carOfOrder } from "./fields.ts";
import { judged } from "./fitment.ts";
import { listQuery } from "./search.ts";

export type ListFilters = z.output<z.ZodMiniObject<Omit<typeof listQuery, "sort" | "after">>>;

export const fitListCalls = {
  count: {
    method: "POST",
    path: "/catalogue/fit",
    summary:
      "Counts of a whole list how many parts fit a car, and answers the question that decides most of it.",
    who: "visitor",
    body: z.strictObject({
      car: carOfOrder,
      list: z.omit(z.strictObject(listQuery), { sort: true, after: true }),
    }),
    reply: z.extend(z.omit(judged, { items: true, positions: true }), {
      ...{ yes: z.number(), yesIf: z.number(), no: z.number(), notKnown: z.number() },
      /** There are more parts than were judged. */
      isCut: z.boolean(),
    }),
    refusals: ["invalid", "not-found", "too-many", "unavailable"],
    rateLimit: { max: 600, seconds: 600 },
  },
} as const satisfies Calls;
