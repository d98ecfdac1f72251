import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, pageQuery } from "./fields.ts";

export const auditActions = {
  "make-admin": "Made an admin",
  "delete-user": "Deleted a user",
  "change-email": "Changed their own e-mail",
  "reset-second-step": "Reset a lost second step",
  "add-product": "Added a product",
  "change-price": "Changed a price",
  "edit-part": "Edited a product",
  "copy-pictures": "Had pictures of a product copied again",
  "edit-parts": "Edited many products",
  "change-stock": "Changed a stock",
  "delete-product": "Deleted a product",
  "restore-product": "Restored a product",
  "add-part-type": "Added a part type",
  "edit-part-type": "Edited a part type",
  "delete-part-type": "Deleted a part type",
  "restore-part-type": "Restored a part type",
  "dismiss-search": "Dismissed a missed search, or listed it again",
  "apply-import": "Applied an import",
  "undo-import": "Undid an import",
  "undo-import-line": "Undid a change by an import",
  "delete-review": "Deleted a review",
  "edit-settings": "Changed the settings",
  "edit-legal-text": "Changed a legal text",
  "cancel-order": "Cancelled an order",
  "refund-order": "Cancelled an order and requested its refund",
  "refund-part": "Refunded a part of an order",
  "settle-refund-elsewhere": "Marked a refund as made manually",
  "check-ledger": "Ran a reconciliation",
  "retry-job": "Ran a failed job again",
} as const;
export type AuditAction = keyof typeof auditActions;

const fields = z.record(z.string(), z.unknown());
export type AuditFields = z.output<typeof fields>;

export const auditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  /** The admin's e-mail at that time, or "at the machine". */
  who: z.string(),
  action: z.enum(Object.keys(auditActions) as AuditAction[]),
  about: z.nullable(z.string()),
  before: z.nullable(fields),
  after: z.nullable(fields),
  address: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditEntriesPerPage = 50;

export const auditCalls = {
  list: {
    method: "GET",
    path: "/audit",
    summary:
      "Lists the actions of admins, newest first; with `about`, those to one user, product or order. Of a change of many products there is one entry, besides those about each. The next page begins after the `_id` of the last entry.",
    who: "admin",
    query: { ...pageQuery, about: z.optional(id) },
    reply: z.array(auditEntry),
    refusals: [],
  },
  undo: {
    method: "POST",
    path: "/undo/:auditId",
    summary:
      "Undoes one change of a part, of the settings or of a legal text: a stock by the opposite movement, a deletion, anything else if it has not been changed since.",
    who: "admin",
    params: { auditId: id },
    reply: z.object({ about: z.string() }),
    refusals: ["not-found", "conflict"],
  },
} as const satisfies Calls;
