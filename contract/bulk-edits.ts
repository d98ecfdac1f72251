import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, requiredText } from "./fields.ts";
import { managedFilters } from "./part-edits.ts";
import { priceRoundings } from "./rules/price-change.ts";

/** Those with these ids, or all that GET /managed-parts lists with these filters. */
const bulkSelection = z.union([
  z.strictObject({
    ids: z.array(id).check(z.minLength(1, "Must not be empty"), z.maxLength(5_000, "Are too many")),
  }),
  z.strictObject(managedFilters),
]);
export type BulkSelection = z.output<typeof bulkSelection>;

const priceChange = z.strictObject({
  by: z.enum(["percent", "amount"]),
  value: z
    .number("Must be a number")
    .check(z.minimum(-1_000_000, "Is too small"), z.maximum(1_000_000, "Is too large")),
  roundTo: z.enum(priceRoundings),
});

const bulkChange = z.union([
  z.strictObject({ price: priceChange }),
  z.strictObject({ type: z.nullable(requiredText(80)) }),
  z.strictObject({ hidden: z.boolean("Must be true or false") }),
]);
export type BulkChange = z.output<typeof bulkChange>;

const value = z.union([z.number(), z.string(), z.boolean(), z.null()]);
const named = { _id: z.string(), number: z.string(), name: z.string() };

const bulkPreview = z.object({
  /** Sent back with the change, so that nothing else is done than what was shown. */
  seen: z.string(),
  changing: z.number(),
  unchanged: z.number(),
  impossible: z.number(),
  changes: z.array(z.object({ ...named, before: value, after: value })),
  problems: z.array(z.object({ ...named, problem: z.string() })),
});
export type BulkPreview = z.output<typeof bulkPreview>;

const request = { select: bulkSelection, change: bulkChange };

export const bulkCalls = {
  preview: {
    method: "POST",
    path: "/bulk-edits/preview",
    summary:
      "Answers what a change of price, type or visibility would do to up to 5,000 parts. Changes nothing.",
    who: "admin",
    area: "catalogue",
    body: z.strictObject(request),
    reply: bulkPreview,
    refusals: ["conflict"],
  },
  apply: {
    method: "POST",
    path: "/bulk-edits",
    summary:
      "Does what a preview has shown, as a whole. If parts were changed since, nothing is done, and `present` of the refusal is the preview of now. POST /undo/:auditId takes it back as a whole.",
    who: "admin",
    area: "catalogue",
    body: z.strictObject({ ...request, seen: z.string().check(z.maxLength(100)) }),
    reply: z.object({ changed: z.number(), auditId: z.string() }),
    refusals: ["conflict"],
  },
} as const satisfies Calls;
