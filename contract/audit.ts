import * as z from "zod/mini";
import type { AuditedAction } from "./audit-actions/audited-action.ts";
import { catalogueActions } from "./audit-actions/catalogue.ts";
import { orderActions } from "./audit-actions/orders.ts";
import { peopleActions } from "./audit-actions/people.ts";
import { shopActions } from "./audit-actions/shop.ts";
import type { Calls } from "./call.ts";
import { fileColumns, id, moment, pageQuery, text } from "./fields.ts";
import type { Area } from "./rules/roles.ts";
import { type ThingKind, thing, thingKinds } from "./things.ts";

const actions = { ...peopleActions, ...catalogueActions, ...orderActions, ...shopActions };
export type AuditAction = keyof typeof actions;
export const auditActions: Readonly<Record<AuditAction, AuditedAction>> = actions;
export const auditActionNames = Object.keys(actions) as AuditAction[];

/** Who may work on it may undo what was done to it. */
const areaOfKind: Record<ThingKind, Area> = {
  part: "catalogue",
  "part-type": "catalogue",
  import: "catalogue",
  order: "orders",
  review: "support",
  person: "people",
  settings: "shop",
  "legal-text": "shop",
  shop: "shop",
};

export function areaOfAction(action: AuditAction): Area {
  const { area, kind } = auditActions[action];
  return area ?? areaOfKind[kind];
}

const fields = z.record(z.string(), z.unknown());

export const auditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  /** The admin's e-mail at that time, or "at the machine". */
  who: z.string(),
  /** The admin's name, as long as the account exists. */
  by: z.nullable(z.string()),
  action: z.enum(auditActionNames),
  about: z.nullable(z.string()),
  /** Null where nothing of it is left but the entry. */
  thing: z.nullable(thing),
  before: z.nullable(fields),
  after: z.nullable(fields),
  address: z.string(),
  undoable: z.boolean(),
  /** How many things were changed together. */
  parts: z.optional(z.number()),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditEntriesPerPage = 50;

const filters = {
  about: z.optional(id),
  /** Of a change of many, those of each. */
  of: z.optional(id),
  q: z.optional(text(100)),
  by: z.optional(id),
  action: z.optional(z.enum(auditActionNames)),
  thing: z.optional(z.enum(Object.keys(thingKinds) as ThingKind[])),
  from: z.optional(moment),
  before: z.optional(moment),
  sort: z.optional(z.enum(["newest", "oldest"])),
};

export const auditFileColumns = ["when", "who", "what", "from"] as const;
export type AuditFileColumn = (typeof auditFileColumns)[number];

export const auditCalls = {
  list: {
    method: "GET",
    path: "/audit",
    summary:
      "Lists the actions of admins, newest first unless `sort` says otherwise; with `about`, those to one user, product or order; with `of`, those that a change of many consists of. `q` searches for people, actions, the names of things, and what was there before and after. Of a change of many products there is one entry, besides those about each. The next page begins after the `_id` of the last entry.",
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
    query: { ...filters, ...fileColumns(auditFileColumns) },
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
      "Undoes one change of a part, a review, the address of an order, the settings or a legal text: a stock by the opposite movement, a deletion, anything else if it has not been changed since. Of a change of many products, 1,000 are undone at once: as long as `left` is not 0, call it again.",
    who: "admin",
    area: "some",
    params: { auditId: id },
    reply: z.object({ about: z.string(), left: z.number() }),
    refusals: ["not-found", "conflict", "not-allowed"],
  },
} as const satisfies Calls;
