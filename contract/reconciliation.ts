// The account of the shop: whether orders, payments, the card provider's own book and the stock
// agree with each other.
import * as z from "zod/mini";
import type { Calls } from "./call.ts";

export const difference = z.object({
  /** A word for machines, the same each time. */
  kind: z.string(),
  /** Which order, payment or part. */
  about: z.string(),
  says: z.string(),
  /** What a person can do about it; what is to be typed stands between backticks. */
  remedy: z.string(),
});
export type Difference = z.output<typeof difference>;

export const reconciliationReport = z.object({
  at: z.string(),
  /** All that there ever was, or what changed of late. */
  full: z.boolean(),
  milliseconds: z.number(),
  differences: z.array(difference),
  /** What is no difference, but should be known: what could not be compared, and what to explain. */
  notes: z.array(difference),
});
export type ReconciliationReport = z.output<typeof reconciliationReport>;

export const reconciliationCalls = {
  latest: {
    method: "GET",
    path: "/ledger",
    summary: "Answers the result of the newest reconciliation.",
    who: "admin",
    reply: z.object({
      report: z.nullable(reconciliationReport),
      /** When all there is was last compared. */
      lastFull: z.nullable(z.string()),
    }),
    refusals: [],
  },
  check: {
    method: "POST",
    path: "/ledger/check",
    summary: "Runs a full reconciliation now.",
    who: "admin",
    ownDeadline: true,
    reply: z.object({ report: reconciliationReport }),
    refusals: ["unavailable"],
  },
} as const satisfies Calls;

/** What GET /health says, to programs that watch over the shop; it lies beside the calls. */
export const health = z.object({
  status: z.enum(["ok", "degraded"]),
  /** What is the matter; nothing where all is well. */
  because: z.array(
    z.enum(["database-away", "ledger-differs", "ledger-unchecked", "provider-unread"]),
  ),
  database: z.enum(["ok", "away"]),
  ledger: z.nullable(z.object({ at: z.string(), differences: z.number() })),
});
export type Health = z.output<typeof health>;
