import * as z from "zod/mini";
import type { Calls } from "./call.ts";

export const liveCalls = {
  changes: {
    method: "GET",
    path: "/live",
    summary:
      "Server-sent events: `changed` with a topic whenever its data changed. `age` says how many milliseconds old the caller's data is; changes since then are sent at once.",
    who: "visitor",
    query: { age: z.optional(z.string().check(z.regex(/^\d{1,15}$/, "Must be milliseconds"))) },
    reply: z.void(),
    refusals: [],
    raw: true,
  },
} as const satisfies Calls;
