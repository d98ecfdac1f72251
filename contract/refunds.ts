import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { dollars, id, requestKey, text } from "./fields.ts";
import { refundReasons } from "./rules/refunds.ts";

/** `asked`: the provider may have it. `elsewhere`: an admin returned the money in another way. */
export const refundStates = ["wanted", "asked", "succeeded", "failed", "elsewhere"] as const;

const refundLine = z.strictObject({
  line: id,
  quantity: z.int("Must be a whole number").check(z.minimum(1, "Must be at least 1")),
});

const refundedLines = z
  .array(refundLine)
  .check(z.minLength(1, "Must name a line"), z.maxLength(200, "Must be at most 200 lines"));

export const cancellation = z.strictObject({
  key: requestKey,
  lines: refundedLines,
});
export type Cancellation = z.output<typeof cancellation>;

export const refund = z.object({
  _id: z.string(),
  order: z.string(),
  amount: z.number(),
  lines: z.array(z.object({ line: z.string(), quantity: z.number(), amount: z.number() })),
  reason: z.enum(refundReasons),
  note: z.string(),
  state: z.enum(refundStates),
  requestedAt: z.string(),
});
export type Refund = z.output<typeof refund>;

export const newRefund = z.strictObject({
  key: requestKey,
  /** Without amount and lines: all that is left. */
  amount: z.optional(dollars),
  lines: z.optional(refundedLines),
  reason: z.enum(refundReasons, "Is not a reason for a refund"),
  note: text(500),
  /** The pieces are not sent any more. Left out: those of lines of which nothing was sent yet. */
  unsent: z.optional(z.boolean("Must be true or false")),
});
export type NewRefund = z.output<typeof newRefund>;

export const refundCalls = {
  create: {
    method: "POST",
    path: "/orders/:id/refunds",
    summary:
      "Refunds a part of a paid order: an amount, pieces of its lines, or all that is left. All refunds of an order together are at most what was paid. Pieces that are not sent any more are free in stock again. The same refund under the same key answers the first result again.",
    who: "admin",
    area: "orders",
    confirm: "admins",
    params: { id },
    body: newRefund,
    reply: refund,
    refusals: ["invalid", "not-found", "conflict", "refund-too-large", "key-reused"],
  },
  cancelPieces: {
    method: "POST",
    path: "/orders/:id/cancellations",
    summary:
      "Cancels pieces of a paid order that are neither packed nor shipped, and refunds them with their deposits. The same cancellation under the same key answers the first result again.",
    who: "own-or-admin",
    area: "orders",
    confirm: "admins",
    params: { id },
    body: cancellation,
    reply: z.object({ amount: z.number(), state: z.enum(refundStates) }),
    refusals: ["invalid", "not-found", "conflict", "refund-too-large", "key-reused", "too-many"],
    rateLimit: { max: 60, seconds: 600 },
  },
} as const satisfies Calls;
