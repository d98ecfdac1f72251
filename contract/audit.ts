import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, pageQuery, text } from "./fields.ts";
import type { Area } from "./rules/roles.ts";
import { type ThingKind, thing, thingKinds } from "./things.ts";

export const auditActions = {
  "make-admin": "Made an admin",
  "change-role": "Gave or took a role",
  "delete-user": "Deleted a user",
  "sign-out-person": "Signed a person out everywhere",
  "export-person": "Exported the data of a person",
  "erase-person": "Erased the data of a person",
  "set-price-group": "Put a person into a group of customers",
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
  "add-application": "Added an application",
  "edit-application": "Edited an application",
  "delete-application": "Deleted an application",
  "restore-application": "Restored an application",
  "hold-application": "Held an application after returns",
  "release-application": "Released a held application",
  "declare-fit": "Changed what is said of its fit as a whole",
  "dismiss-search": "Dismissed a missed search, or listed it again",
  "apply-import": "Applied an import",
  "undo-import": "Undid an import",
  "undo-import-line": "Undid a change by an import",
  "edit-review": "Hid, showed or answered a review",
  "delete-review": "Deleted a review",
  "edit-settings": "Changed the settings",
  "edit-legal-text": "Changed a legal text",
  "cancel-order": "Cancelled an order",
  "refund-order": "Cancelled an order and requested its refund",
  "refund-part": "Refunded a part of an order",
  "cancel-pieces": "Cancelled pieces of an order",
  "settle-refund-elsewhere": "Marked a refund as made manually",
  "add-api-key": "Made a key for a program",
  "remove-api-key": "Ended the key of a program",
  "add-webhook": "Added a webhook",
  "edit-webhook": "Changed a webhook",
  "renew-webhook-secret": "Renewed the secret of a webhook",
  "remove-webhook": "Deleted a webhook",
  "test-webhook": "Sent a test to a webhook",
  "replay-webhook": "Sent messages to a webhook again",
  "ship-order": "Packed or shipped parts of an order",
  "note-order": "Wrote a note to an order",
  "correct-address": "Corrected the address of an order",
  "correct-invoice": "Corrected the invoice of an order",
  "send-letter": "Sent a letter about an order again",
  "edit-shipment": "Changed a shipment",
  "ask-return": "Asked for a return in a customer's name",
  "cancel-return": "Cancelled a return",
  "edit-return": "Answered, received or inspected a return",
  "close-return": "Closed a return",
  "answer-withdrawal": "Answered a withdrawal, or took that back",
  "share-view": "Shared a view of a list",
  "remove-view": "Removed a shared view of a list",
  "check-ledger": "Ran a reconciliation",
  "retry-job": "Ran a failed job again",
} as const;
export type AuditAction = keyof typeof auditActions;

/** Who may work on it may undo what was done to it. */
export const areaOfKind: Record<ThingKind, Area> = {
  ...{ part: "catalogue", "part-type": "catalogue", import: "catalogue" },
  ...{ order: "orders", review: "support" },
  ...{ person: "shop", settings: "shop", "legal-text": "shop", shop: "shop" },
};

/** What an entry's `about` is. */
export const kindOfAction: Record<AuditAction, ThingKind> = {
  "make-admin": "person",
  "change-role": "person",
  "delete-user": "person",
  "sign-out-person": "person",
  "export-person": "person",
  "erase-person": "person",
  "set-price-group": "person",
  "change-email": "person",
  "reset-second-step": "person",
  "add-product": "part",
  "change-price": "part",
  "edit-part": "part",
  "copy-pictures": "part",
  "edit-parts": "part",
  "change-stock": "part",
  "delete-product": "part",
  "restore-product": "part",
  "add-part-type": "part-type",
  "edit-part-type": "part-type",
  "delete-part-type": "part-type",
  "restore-part-type": "part-type",
  "add-application": "part",
  "edit-application": "part",
  "delete-application": "part",
  "restore-application": "part",
  "hold-application": "part",
  "release-application": "part",
  "declare-fit": "part",
  "dismiss-search": "shop",
  "apply-import": "import",
  "undo-import": "import",
  "undo-import-line": "part",
  "edit-review": "review",
  "delete-review": "review",
  "edit-settings": "settings",
  "edit-legal-text": "legal-text",
  "cancel-order": "order",
  "refund-order": "order",
  "refund-part": "order",
  "cancel-pieces": "order",
  "settle-refund-elsewhere": "order",
  "ship-order": "order",
  "note-order": "order",
  "correct-address": "order",
  "correct-invoice": "order",
  "send-letter": "order",
  "edit-shipment": "order",
  "ask-return": "order",
  "cancel-return": "order",
  "edit-return": "order",
  "close-return": "order",
  "answer-withdrawal": "shop",
  "add-api-key": "shop",
  "remove-api-key": "shop",
  "share-view": "shop",
  "remove-view": "shop",
  "add-webhook": "shop",
  "edit-webhook": "shop",
  "renew-webhook-secret": "shop",
  "remove-webhook": "shop",
  "test-webhook": "shop",
  "replay-webhook": "shop",
  "check-ledger": "shop",
  "retry-job": "shop",
};

const names = <Name extends string>(table: Record<Name, unknown>) => Object.keys(table) as Name[];

const fields = z.record(z.string(), z.unknown());
export type AuditFields = z.output<typeof fields>;

export const auditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  /** The admin's e-mail at that time, or "at the machine". */
  who: z.string(),
  /** The admin's name, as long as the account exists. */
  by: z.nullable(z.string()),
  action: z.enum(names(auditActions)),
  about: z.nullable(z.string()),
  /** Null where nothing of it is left but the entry. */
  thing: z.nullable(thing),
  before: z.nullable(fields),
  after: z.nullable(fields),
  address: z.string(),
  undoable: z.boolean(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditEntriesPerPage = 50;

const moment = z.iso.datetime({ offset: true, error: "Must be a time, as 2026-11-21T00:00:00Z" });

const filters = {
  about: z.optional(id),
  q: z.optional(text(100)),
  by: z.optional(id),
  action: z.optional(z.enum(names(auditActions))),
  thing: z.optional(z.enum(names(thingKinds))),
  from: z.optional(moment),
  before: z.optional(moment),
  sort: z.optional(z.enum(["newest", "oldest"])),
};

export const auditCalls = {
  list: {
    method: "GET",
    path: "/audit",
    summary:
      "Lists the actions of admins, newest first unless `sort` says otherwise; with `about`, those to one user, product or order. `q` searches for people, actions and the names of things. Of a change of many products there is one entry, besides those about each. The next page begins after the `_id` of the last entry.",
    who: "admin",
    query: { ...filters, ...pageQuery },
    reply: z.array(auditEntry),
    refusals: [],
  },
  file: {
    method: "GET",
    path: "/audit/csv",
    summary: "Answers what GET /audit lists as CSV, a sentence for each entry.",
    who: "admin",
    query: filters,
    reply: z.string(),
    refusals: [],
    raw: true,
  },
  people: {
    method: "GET",
    path: "/audit/people",
    summary: "Lists the admins who have entries in the audit log.",
    who: "admin",
    reply: z.array(z.object({ _id: z.string(), name: z.string() })),
    refusals: [],
  },
  undo: {
    method: "POST",
    path: "/undo/:auditId",
    summary:
      "Undoes one change of a part, a review, the settings or a legal text: a stock by the opposite movement, a deletion, anything else if it has not been changed since.",
    who: "admin",
    area: "some",
    params: { auditId: id },
    reply: z.object({ about: z.string() }),
    refusals: ["not-found", "conflict", "not-allowed"],
  },
} as const satisfies Calls;
