import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { maxShownTags } from "./tags.ts";

const shownTags = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(8_000)),
    z.transform((text) => [...new Set(text.split(",").filter((tag) => tag !== ""))]),
  ),
  z
    .array(z.string().check(z.regex(/^[a-z-]{1,20}(:[\w*-]{1,36})?$/, "Is not a tag")))
    .check(z.maxLength(maxShownTags, "Are too many")),
);

export const liveCalls = {
  changes: {
    method: "GET",
    path: "/live",
    summary:
      "Server-sent events of changes of what the caller shows: `shows` has the tags with commas between. `changed` has the tags of a change, and new values if there are any; `reset` means that anything may have changed. `age` says how many milliseconds old the caller's data is; changes since then are sent at once.",
    who: "visitor",
    query: {
      shows: z.optional(shownTags),
      age: z.optional(z.string().check(z.regex(/^\d{1,15}$/, "Must be milliseconds"))),
    },
    reply: z.void(),
    refusals: [],
    raw: true,
  },
} as const satisfies Calls;
