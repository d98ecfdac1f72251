// The account of the shop: whether orders, payments, the card provider's own book and the stock
// agree with each other.
import * as z from "zod/mini";
import { call } from "./call.ts";

export const difference = z.object({
  /** A word for machines, the same each time. */
  kind: z.string(),
  /** Which order, payment or part. */
  about: z.string(),
  says: z.string(),
  /** What a person can do about it. */
  remedy: z.string(),
});
export type Difference = z.output<typeof difference>;

export const ledgerReport = z.object({
  at: z.string(),
  /** All that there ever was, or what changed of late. */
  full: z.boolean(),
  milliseconds: z.number(),
  differences: z.array(difference),
});
export type LedgerReport = z.output<typeof ledgerReport>;

export const ledgerCalls = {
  latest: call({
    method: "GET",
    path: "/ledger",
    who: "admin",
    reply: z.object({ report: z.nullable(ledgerReport) }),
    refusals: [],
  }),
  /** Compares all there is, now. */
  check: call({
    method: "POST",
    path: "/ledger/check",
    who: "admin",
    reply: z.object({ report: ledgerReport }),
    refusals: ["unavailable"],
  }),
};
