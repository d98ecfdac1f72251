import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { listedVehicles, part } from "./catalog.ts";
import { email, id, knownTerms, text, vehicleId as vehicle } from "./fields.ts";
import { judged } from "./fitment.ts";

export const fitAnswerCalls = {
  instead: {
    method: "POST",
    path: "/fit/instead",
    summary:
      "Lists at most six parts to take for a car in place of one that does not fit: successors and parts with the same original number first, then those of its type and position; what surely fits before what needs one more answer, then what can be ordered, then what was sold most of late, then by name.",
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
    refusals: ["invalid", "not-found", "too-many", "unavailable"],
    rateLimit: { max: 600, seconds: 600 },
  },
  ofPart: {
    method: "GET",
    path: "/parts/:id/fits",
    summary: "Lists the vehicles that a part is listed for, 100 at once.",
    who: "visitor",
    params: { id },
    query: { after: z.optional(text(15).check(z.regex(/^\d+$/, "Must be the number of a line"))) },
    reply: listedVehicles,
    refusals: ["not-found"],
    cached: { follows: ["parts", "vehicles"] },
  },
  ask: {
    method: "POST",
    path: "/fit/ask",
    summary:
      "Sends the shop a letter: which part for which car, what is known of the car, and where to answer.",
    who: "visitor",
    body: z.strictObject({
      vehicle,
      known: knownTerms,
      part: id,
      /** Of visitors; otherwise the account's. */
      email: z.optional(email),
    }),
    reply: z.object({ sentTo: z.literal("the shop") }),
    refusals: ["invalid", "not-found", "conflict", "too-many"],
    rateLimit: { max: 60, seconds: 3_600 },
  },
} as const satisfies Calls;
