import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { email, fileColumns, id, pageQuery, requestKey, requiredText, text } from "./fields.ts";

const stated = {
  name: requiredText(200, "Name is Required"),
  email,
  orderNumber: requiredText(40, "Order number is Required"),
  /** Empty: from the whole order. */
  goods: text(1_000),
};

export const newWithdrawal = z.strictObject({
  key: requestKey,
  ...stated,
});
export type NewWithdrawal = z.output<typeof newWithdrawal>;

/** The same whether or not there is such an order. */
const received = {
  number: z.number(),
  receivedAt: z.string(),
  name: z.string(),
  email: z.string(),
  orderNumber: z.string(),
  goods: z.string(),
};
export const withdrawalReceipt = z.object(received);
export type WithdrawalReceipt = z.output<typeof withdrawalReceipt>;

export const withdrawal = z.object({
  _id: z.string(),
  ...received,
  order: z.nullable(z.string()),
  return: z.nullable(z.string()),
  answered: z.boolean(),
  /** By the owner of its e-mail; before that it becomes no return by itself. */
  isConfirmed: z.boolean(),
});
export type Withdrawal = z.output<typeof withdrawal>;

export const withdrawalViews = ["open", "all"] as const;
export type WithdrawalView = (typeof withdrawalViews)[number];

const filters = {
  q: z.optional(text(100)),
  view: z.optional(z.enum(withdrawalViews, "Is not a view")),
  sort: z.optional(z.enum(["number", "number-down"], "Is not an order of the list")),
};

export const withdrawalFileColumns = [
  ...(["number", "received", "name", "email", "order", "goods", "answered"] as const),
] as const;
export type WithdrawalFileColumn = (typeof withdrawalFileColumns)[number];

export const withdrawalCalls = {
  state: {
    method: "POST",
    path: "/withdrawals",
    summary:
      "Withdraws from a contract, by the number of the order and its e-mail. It is stored whether or not there is such an order, and the answer is the same; an e-mail confirms that it was received. It becomes a return once the owner of the e-mail confirms it by the link of that e-mail, or at once if the caller's own e-mail is that one and proven. The same statement under the same key answers the first result again.",
    who: "visitor",
    body: newWithdrawal,
    reply: withdrawalReceipt,
    refusals: ["key-reused", "too-many"],
    rateLimit: { max: 20, seconds: 3_600 },
  },
  confirm: {
    method: "POST",
    path: "/withdrawals/confirm",
    summary:
      "Confirms a withdrawal with the token of its e-mail, so that it becomes a return. Its time stays that of the statement.",
    who: "visitor",
    body: z.strictObject({ token: requiredText(200) }),
    reply: withdrawalReceipt,
    refusals: ["invalid", "too-many"],
    rateLimit: { max: 60, seconds: 3_600 },
  },
  receiptFile: {
    method: "POST",
    path: "/withdrawals/receipt.pdf",
    summary: "Answers the confirmation that a withdrawal was received as PDF, by its key.",
    who: "visitor",
    body: z.strictObject({ key: id }),
    reply: z.string(),
    refusals: ["not-found", "too-many", "unavailable"],
    raw: true,
    rateLimit: { max: 60, seconds: 600 },
  },
  list: {
    method: "GET",
    path: "/withdrawals",
    summary:
      "Lists withdrawals, newest first unless `sort` says otherwise; `q` searches all that was stated; in the view `open` those that wait for somebody: not confirmed, without an order, of goods that were not sent or are not named as the order's lines are, late, or of a company.",
    who: "admin",
    query: { ...pageQuery, ...filters },
    reply: z.array(withdrawal),
    refusals: [],
  },
  file: {
    method: "GET",
    path: "/withdrawals/csv",
    summary: "Answers what GET /withdrawals lists as CSV, with formulas neutralised as in exports.",
    who: "admin",
    query: { ...filters, ...fileColumns(withdrawalFileColumns) },
    reply: z.string(),
    refusals: [],
    raw: true,
  },
  answer: {
    method: "PATCH",
    path: "/withdrawals/:id",
    summary: "Notes that somebody has answered a withdrawal, or takes that back.",
    who: "admin",
    area: "orders",
    confirm: "admins",
    params: { id },
    body: z.strictObject({ answered: z.boolean("Must be true or false") }),
    reply: z.object({ answered: z.boolean() }),
    refusals: ["not-found"],
  },
} as const satisfies Calls;
