import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, text } from "./fields.ts";
import { reportReason } from "./reviews.ts";

const maxAtOnce = 200;

export const reviewReportCalls = {
  report: {
    method: "POST",
    path: "/reviews/:id/reports",
    summary:
      "Reports a review to the shop. A person, or a network of visitors, reports a review once, and few reviews a day.",
    who: "visitor",
    params: { id },
    body: z.strictObject({ reason: reportReason, note: z._default(text(500), "") }),
    reply: z.object({ reported: z.literal(true) }),
    refusals: ["not-found", "too-many"],
    rateLimit: { max: 20, seconds: 600 },
  },
  editMany: {
    method: "PATCH",
    path: "/reviews",
    summary:
      "Hides many reviews or shows them again. Answers those that it changed: the others were so already, or are gone.",
    who: "admin",
    area: "support",
    body: z.strictObject({
      ids: z.array(id).check(z.maxLength(maxAtOnce, `Must be at most ${maxAtOnce} reviews`)),
      hidden: z.boolean("Must be true or false"),
    }),
    reply: z.object({ changed: z.array(z.string()) }),
    refusals: [],
  },
} as const satisfies Calls;
