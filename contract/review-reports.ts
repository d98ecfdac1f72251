import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, text } from "./fields.ts";
import { reportReason } from "./reviews.ts";

export const maxReviews = 200;

const manyIds = z.array(id).check(z.maxLength(maxReviews, `Must be at most ${maxReviews} reviews`));

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
  lookAt: {
    method: "POST",
    path: "/reviews/looked-at",
    summary: "Notes that somebody has looked at reviews, so that they no longer count as new.",
    who: "admin",
    area: "support",
    body: z.strictObject({ ids: manyIds }),
    reply: z.object({ looked: z.number() }),
    refusals: [],
  },
  editMany: {
    method: "PATCH",
    path: "/reviews",
    summary:
      "Hides many reviews or shows them again. Answers those that it changed: the others were so already, or are gone. POST /undo/:auditId takes it back as a whole.",
    who: "admin",
    area: "support",
    body: z.strictObject({
      ids: manyIds,
      hidden: z.boolean("Must be true or false"),
    }),
    reply: z.object({ changed: z.array(z.string()), auditId: z.nullable(z.string()) }),
    refusals: [],
  },
} as const satisfies Calls;
