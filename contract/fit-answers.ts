// What else there is for a car: in place of a part that does not fit, and in all.
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { part } from "./catalog.ts";
import { id, knownTerms } from "./fields.ts";
import { judged } from "./fitment.ts";

const vehicle = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/** Above this many, the parts of a car are not judged one by one. */
export const maxCountedFits = 2_000;

export const fitAnswerCalls = {
  instead: {
    method: "POST",
    path: "/fit/instead",
    summary:
      "Lists at most six parts to take for a car in place of one that does not fit: successors and parts with the same original number first, then those of its type and position; what surely fits before what needs one more answer.",
    who: "visitor",
    body: z.strictObject({ vehicle, known: knownTerms, part: id }),
    reply: z.extend(judged, { parts: z.array(z.omit(part, { description: true })) }),
    refusals: ["invalid", "not-found", "too-many"],
    rateLimit: { max: 600, seconds: 600 },
  },
  count: {
    method: "POST",
    path: "/fit/count",
    summary:
      "Counts the parts that surely fit a vehicle of which some facts are known, and those that need one more answer.",
    who: "visitor",
    body: z.strictObject({ vehicle, known: knownTerms }),
    reply: z.object({
      fit: z.number(),
      oneMore: z.number(),
      /** There are more parts than were counted. */
      isCut: z.boolean(),
    }),
    refusals: ["invalid", "not-found", "too-many"],
    rateLimit: { max: 600, seconds: 600 },
  },
} as const satisfies Calls;
