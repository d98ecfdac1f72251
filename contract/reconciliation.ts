import * as z from "zod/mini";
import type { Calls } from "./call.ts";

export const difference = z.object({
  kind: z.string(),
  about: z.string(),
  says: z.string(),
  remedy: z.string(),
});
export type Difference = z.output<typeof difference>;

export const reconciliationReport = z.object({
  at: z.string(),
  full: z.boolean(),
  milliseconds: z.number(),
  differences: z.array(difference),
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
      lastFull: z.nullable(z.string()),
    }),
    refusals: [],
  },
  check: {
    method: "POST",
    path: "/ledger/check",
    summary: "Runs a full reconciliation now.",
    who: "admin",
    area: "orders",
    noDeadline: true,
    reply: z.object({ report: reconciliationReport }),
    refusals: ["conflict"],
  },
} as const satisfies Calls;

export const health = z.object({
  status: z.enum(["ok", "degraded"]),
  because: z.array(
    z.enum([
      "database-away",
      "database-full",
      "ledger-differs",
      "ledger-unchecked",
      "provider-unread",
    ]),
  ),
  database: z.enum(["ok", "full", "away"]),
  ledger: z.nullable(z.object({ at: z.string(), differences: z.number() })),
});
export type Health = z.output<typeof health>;
