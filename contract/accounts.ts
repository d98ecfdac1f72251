import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { companyIdentity } from "./companies.ts";
import {
  date,
  dollars,
  fileColumns,
  id,
  pageQuery,
  requestKey,
  settingsId,
  text,
} from "./fields.ts";
import { orderAccount } from "./order-page.ts";
import { order } from "./orders.ts";
import { vatState } from "./vat.ts";

const terms = z.object({ limit: z.number(), days: z.number() });
export type CreditTerms = z.output<typeof terms>;

export const accountCompany = z.object({
  _id: z.string(),
  name: z.string(),
  country: z.string(),
  vatId: z.string(),
  /** Of its VAT number; null: it has none, or it was not checked. */
  vat: z.nullable(vatState),
  members: z.number(),
  /** Null: it does not buy on account. */
  terms: z.nullable(terms),
  /** The details that its credit was given to, while others wait for an admin's confirmation. */
  approved: z.nullable(companyIdentity),
  /** Of customers, by whose prices its people buy. */
  group: z.nullable(z.string()),
  open: z.number(),
  /** Of that, what was to be paid before today. */
  overdue: z.number(),
});
export type AccountCompany = z.output<typeof accountCompany>;

export const companyShows = ["changed", "approved", "open", "overdue"] as const;
export type CompanyShow = (typeof companyShows)[number];

const filters = {
  q: z.optional(text(100)),
  show: z.optional(z.enum(companyShows, "Must be changed, approved, open or overdue")),
};
export type CompanyFilters = { [Name in keyof typeof filters]?: z.output<(typeof filters)[Name]> };

export const companyFileColumns = [
  ...(["name", "country", "vat", "people", "prices", "limit", "days", "open", "overdue"] as const),
] as const;
export type CompanyFileColumn = (typeof companyFileColumns)[number];

const accountOrder = z.object({
  _id: z.string(),
  number: z.number(),
  orderedAt: z.string(),
  dueOn: z.string(),
  charged: z.number(),
  open: z.number(),
  isOverdue: z.boolean(),
});

export const companyAccount = z.object({
  company: accountCompany,
  /** The newest of them, those that are open first. */
  orders: z.array(accountOrder),
  people: z.array(z.object({ _id: z.string(), name: z.string(), email: z.string() })),
});
export type CompanyAccount = z.output<typeof companyAccount>;

const limit = dollars.check(z.refine((amount) => amount > 0, "Must be more than 0"));
const days = z
  .int("Must be a whole number of days")
  .check(z.minimum(0, "Must not be negative"), z.maximum(365, "Must be at most 365"));
const newTerms = z.nullable(z.strictObject({ limit, days }));

export const newReceipt = z.strictObject({
  key: requestKey,
  kind: z.enum(["received", "repaid"], "Must be received or repaid"),
  amount: limit,
  on: date("Must be a date such as 2026-12-24"),
  reference: z._default(text(100), ""),
});
export type NewReceipt = z.output<typeof newReceipt>;

export const accountCalls = {
  charge: {
    method: "POST",
    path: "/orders/:id/account",
    summary:
      "Puts an unpaid order on the account of the caller's company, as long as what is open with it stays within the company's credit limit. It is sent then, and paid later by bank transfer.",
    who: "own",
    params: { id },
    reply: order,
    refusals: ["not-found", "conflict", "too-many"],
    rateLimit: { max: 300, seconds: 600 },
  },
  companies: {
    method: "GET",
    path: "/companies",
    summary:
      "Lists companies by name, with what they have open. `q` searches name and VAT number; `show` answers those with changed details to confirm, that buy on account, have something open, or overdue.",
    who: "admin",
    query: { ...filters, ...pageQuery },
    reply: z.array(accountCompany),
    refusals: [],
  },
  file: {
    method: "GET",
    path: "/companies/csv",
    summary: "Answers what GET /companies lists as CSV, with formulas neutralised as in exports.",
    who: "admin",
    query: { ...filters, ...fileColumns(companyFileColumns) },
    reply: z.string(),
    refusals: [],
    raw: true,
  },
  company: {
    method: "GET",
    path: "/companies/:id",
    summary: "Answers one company with its people and its orders on account.",
    who: "admin",
    params: { id },
    reply: companyAccount,
    refusals: ["not-found"],
  },
  setTerms: {
    method: "PUT",
    path: "/companies/:id/terms",
    summary:
      "Lets a company buy on account up to a limit, to be paid within days of the order, or with null no longer. `expected` are the terms that the caller believes it has.",
    who: "admin",
    area: "shop",
    confirm: "admins",
    params: { id },
    body: z.strictObject({ terms: newTerms, expected: newTerms }),
    reply: accountCompany,
    refusals: ["not-found", "conflict"],
  },
  confirm: {
    method: "POST",
    path: "/companies/:id/confirmation",
    summary:
      "Confirms the name, country and VAT number of a company, which then buys on account again. The body has those that the caller confirms; if the company has others by now, `present` of the refusal has them.",
    who: "admin",
    area: "people",
    confirm: "admins",
    params: { id },
    body: companyIdentity,
    reply: accountCompany,
    refusals: ["not-found", "conflict"],
  },
  setGroup: {
    method: "PUT",
    path: "/companies/:id/price-group",
    summary:
      "Puts a company into a group of customers of the settings, or with null into none. All its people buy at the prices of that group, and of each part at those of their own where they are lower. `expected` is the group that the caller believes it has.",
    who: "admin",
    area: "shop",
    confirm: "admins",
    params: { id },
    body: z.strictObject({ group: z.nullable(settingsId), expected: z.nullable(settingsId) }),
    reply: accountCompany,
    refusals: ["invalid", "not-found", "conflict"],
  },
  receive: {
    method: "POST",
    path: "/orders/:id/receipts",
    summary:
      "Books what was received for an order on account, or paid back of it. More than is open is refused. An order of which nothing is open any more is paid.",
    who: "admin",
    area: "orders",
    confirm: "admins",
    params: { id },
    body: newReceipt,
    reply: orderAccount,
    refusals: ["not-found", "conflict", "key-reused"],
  },
} as const satisfies Calls;
