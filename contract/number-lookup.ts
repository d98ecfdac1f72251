import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { term, text } from "./fields.ts";
import { maxPastedLineLength, maxPastedLines } from "./rules/pasted-lines.ts";
import { listedPart } from "./search.ts";

export const verdicts = ["exact", "replacement", "proposal", "nothing"] as const;

const lineVerdict = z.object({
  number: z.string(),
  quantity: z.number(),
  verdict: z.enum(verdicts),
  why: z.string(),
  parts: z.array(
    z.object({
      part: listedPart,
      quantity: z.number(),
      /** For which cars it replaces what was given; empty: for all. */
      terms: z.array(term),
    }),
  ),
});
export type LineVerdict = z.output<typeof lineVerdict>;

export const numberCalls = {
  lookUp: {
    method: "POST",
    path: "/numbers/lookup",
    summary:
      "Answers for each of at most 200 lines, such as `PW-10042 4`, the parts with this number, what replaces them, or what may have been meant.",
    who: "visitor",
    body: z.strictObject({
      lines: z
        .array(text(maxPastedLineLength))
        .check(z.maxLength(maxPastedLines, `At most ${maxPastedLines} lines at once`)),
    }),
    reply: z.array(lineVerdict),
    refusals: ["too-many"],
    rateLimit: { max: 60, seconds: 600 },
  },
} as const satisfies Calls;
