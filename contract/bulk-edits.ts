import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, requestKey, requiredText, text } from "./fields.ts";
import { managedFilters } from "./part-edits.ts";
import { bulkBatchSize, maxBulkParts, priceRoundings } from "./rules/price-change.ts";

const ids = (most: number) =>
  z.array(id).check(z.minLength(1, "Must not be empty"), z.maxLength(most, "Are too many"));

/** Those with these ids, or all that GET /managed-parts lists with these filters. */
const bulkSelection = z.union([
  z.strictObject({ ids: ids(maxBulkParts) }),
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

/** `seen` is sent back with the change, so that nothing else is done than what was shown. */
const bulkBatch = z.object({ ids: z.array(z.string()), seen: z.string() });
export type BulkBatch = z.output<typeof bulkBatch>;

const bulkPreview = z.object({
  /** Of the entry in the audit log that all batches get. */
  editId: z.string(),
  batches: z.array(bulkBatch),
  changing: z.number(),
  unchanged: z.number(),
  impossible: z.number(),
  changes: z.array(z.object({ ...named, before: value, after: value })),
  problems: z.array(z.object({ ...named, problem: z.string() })),
});
export type BulkPreview = z.output<typeof bulkPreview>;

export const bulkCalls = {
  preview: {
    method: "POST",
    path: "/bulk-edits/preview",
    summary:
      "Answers what a change of price, type or visibility would do to up to 10,000 parts, and the batches in which POST /bulk-edits does it. Changes nothing.",
    who: "admin",
    area: "catalogue",
    body: z.strictObject({ select: bulkSelection, change: bulkChange }),
    maxBytes: 512 * 1024,
    reply: bulkPreview,
    refusals: ["invalid", "conflict"],
  },
  apply: {
    method: "POST",
    path: "/bulk-edits",
    summary:
      "Does one batch of what a preview has shown, as a whole, and only once however often it is sent. If parts were changed since, nothing of the batch is done, and `present` of the refusal is its preview of now. All batches of a preview are one entry in the audit log, which POST /undo/:auditId takes back as a whole.",
    who: "admin",
    area: "catalogue",
    body: z.strictObject({
      /** Of the preview: with `ids`, it names the batch. */
      editId: requestKey,
      ids: ids(bulkBatchSize),
      change: bulkChange,
      seen: text(100),
    }),
    reply: z.object({ changed: z.number(), auditId: z.string() }),
    refusals: ["invalid", "conflict", "key-reused"],
  },
} as const satisfies Calls;

export type BulkEdit = z.output<typeof bulkCalls.apply.body>;
