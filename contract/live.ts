import * as z from "zod/mini";
import { defineCall } from "./call.ts";

export const liveCalls = {
  /**
   * Server-sent events: `changed` with a topic, whenever something of it changed. `age` says
   * how many milliseconds ago the caller's data was true; what changed since is told at once.
   */
  changes: defineCall({
    method: "GET",
    path: "/live",
    who: "visitor",
    query: { age: z.optional(z.string().check(z.regex(/^\d{1,15}$/, "Must be milliseconds"))) },
    reply: z.void(),
    refusals: [],
    raw: true,
  }),
};
