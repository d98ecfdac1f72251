import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import {
  dollars,
  fileColumns,
  id,
  moment,
  pageQuery,
  requestKey,
  requiredText,
  text,
} from "./fields.ts";
import { refundStates } from "./refunds.ts";
import {
  conditionNames,
  resolutions,
  returnKinds,
  returnReasonNames,
  returnStates,
  wishes,
} from "./rules/returns.ts";

const pieces = z
  .int("Must be a whole number")
  .check(z.minimum(0, "Must not be negative"), z.maximum(1_000_000_000, "Is too large"));
const somePieces = z
  .int("Must be a whole number")
  .check(z.minimum(1, "Must be at least 1"), z.maximum(1_000_000_000, "Is too large"));
const reason = z.enum([...returnReasonNames, "core"], "Is not a reason for a return");

const linesOf = <Line extends z.ZodMiniType>(line: Line) =>
  z
    .array(line)
    .check(z.minLength(1, "Must name a line"), z.maxLength(200, "Must be at most 200 lines"));

const returnLine = z.object({
  line: z.string(),
  part: z.string(),
  partNumber: z.string(),
  name: z.string(),
  quantity: z.number(),
  reason: z.enum([...returnReasonNames, "withdrawal", "core"]),
  /** Null where there was no choice, or none was made. */
  wants: z.nullable(z.enum(wishes)),
  note: z.string(),
  received: z.number(),
  restocked: z.number(),
  scrapped: z.number(),
  condition: z.nullable(z.enum(conditionNames)),
  resolution: z.nullable(z.enum(resolutions)),
  /** Kept for a loss of value. */
  deduct: z.number(),
});
export type ReturnLine = z.output<typeof returnLine>;

export const returnRecord = z.object({
  _id: z.string(),
  number: z.number(),
  kind: z.enum(returnKinds),
  order: z.string(),
  orderNumber: z.number(),
  name: z.string(),
  email: z.string(),
  state: z.enum(returnStates),
  /** The shop pays for the way back. */
  free: z.boolean(),
  because: z.string(),
  requestedAt: z.string(),
  version: z.number(),
  lines: z.array(returnLine),
  refund: z.nullable(z.object({ amount: z.number(), state: z.enum(refundStates) })),
  /** Of an order on account, from which the refund is taken off. */
  dueOn: z.optional(z.string()),
  sendTo: z.string(),
});
export type Return = z.output<typeof returnRecord>;

export const newReturn = z.strictObject({
  key: requestKey,
  lines: linesOf(
    z.strictObject({
      line: id,
      quantity: somePieces,
      reason,
      wants: z.optional(z.enum(wishes, "Must be refund or replace")),
      note: text(500),
    }),
  ),
});
export type NewReturn = z.output<typeof newReturn>;

const linkToken = requiredText(200);

const returnsOfOrder = z.object({
  order: z.object({ _id: z.string(), number: z.number(), productName: z.string() }),
  returns: z.array(returnRecord),
  returnable: z.array(
    z.object({
      line: z.string(),
      partNumber: z.string(),
      name: z.string(),
      pieces: z.number(),
      /** The customer was told that it fits their car. */
      promised: z.boolean(),
    }),
  ),
});
export type ReturnsOfOrder = z.output<typeof returnsOfOrder>;

/** That of the return as it was shown; a change of somebody else in between is refused then. */
const version = z.int().check(z.minimum(1));

const received = z.strictObject({ line: id, pieces });
const inspected = z.strictObject({
  line: id,
  restock: pieces,
  scrap: pieces,
  condition: z.enum(conditionNames, "Is not a condition"),
  resolution: z.enum(resolutions, "Must be refund, replace or refuse"),
  deduct: z.optional(dollars),
});

export const returnStep = z.discriminatedUnion("step", [
  z.strictObject({ step: z.literal("approve"), version, free: z.boolean("Must be true or false") }),
  z.strictObject({
    step: z.literal("refuse"),
    version,
    because: requiredText(500, "Say why, so that the customer understands it"),
  }),
  z.strictObject({ step: z.literal("receive"), version, lines: linesOf(received) }),
  z.strictObject({ step: z.literal("inspect"), version, lines: linesOf(inspected) }),
]);
export type ReturnStep = z.output<typeof returnStep>;

export const returnClosing = z.strictObject({
  version,
  delivery: z.optional(dollars),
  /** The money went back in another way: nothing is refunded by this. */
  isSettled: z.optional(z.boolean()),
});
export type ReturnClosing = z.output<typeof returnClosing>;

const byId = { id };

/** "open": waiting for the shop. */
export const returnViews = ["open", "coming", "done", "all"] as const;
export type ReturnView = (typeof returnViews)[number];

export const returnSorts = ["asked", "asked-down", "order", "order-down"] as const;
export type ReturnSort = (typeof returnSorts)[number];

const filters = {
  q: z.optional(text(200)),
  view: z.optional(z.enum(returnViews, "Is not a view of returns")),
  from: z.optional(moment),
  before: z.optional(moment),
  sort: z.optional(z.enum(returnSorts, "Is not an order of the list")),
};

export const returnFileColumns = [
  "number",
  "order",
  "asked",
  "state",
  "customer",
  "email",
  "parts",
  "pieces",
  "refunded",
  "kind",
] as const;
export type ReturnFileColumn = (typeof returnFileColumns)[number];

export const maxReceived = 100;

export const returnCalls = {
  ask: {
    method: "POST",
    path: "/orders/:id/returns",
    summary:
      "Asks to return pieces of an order that were shipped, each line with its reason and, for `damaged`, `defective` and `wrong_part`, what the customer would like: money back or the same again; with the reason `core`, old parts for lines of deposits, which needs no approval. The same return under the same key answers the first result again.",
    who: "own-or-admin",
    area: "orders",
    params: byId,
    body: newReturn,
    reply: returnRecord,
    refusals: ["invalid", "not-found", "nothing-to-return", "conflict", "key-reused", "too-many"],
    rateLimit: { max: 60, seconds: 600 },
  },
  ofOrder: {
    method: "GET",
    path: "/orders/:id/returns",
    summary: "Lists the returns of an order, and what of its lines can still be returned.",
    who: "own-or-admin",
    params: byId,
    reply: returnsOfOrder,
    refusals: ["not-found"],
  },
  askByLink: {
    method: "POST",
    path: "/order-links/returns",
    summary:
      "Asks for a return as POST /orders/:id/returns does, for whoever has the token of a letter about the order.",
    who: "visitor",
    body: z.extend(newReturn, { token: linkToken }),
    reply: returnRecord,
    refusals: ["invalid", "not-found", "nothing-to-return", "conflict", "key-reused", "too-many"],
    rateLimit: { max: 20, seconds: 600 },
  },
  ofLinkedOrder: {
    method: "POST",
    path: "/order-links/returns/read",
    summary:
      "Answers what GET /orders/:id/returns does to whoever has the token of a letter about the order.",
    who: "visitor",
    body: z.strictObject({ token: linkToken }),
    reply: returnsOfOrder,
    refusals: ["not-found", "too-many"],
    rateLimit: { max: 600, seconds: 600 },
  },
  list: {
    method: "GET",
    path: "/returns",
    summary:
      "Lists returns, newest first unless `sort` says otherwise. `view` chooses those that wait for the shop (open), whose goods are on their way (coming) or that are over (done); `q` searches the numbers of the return and its order, name and e-mail, parts, reasons and notes; `from` and `before` are times at which it was asked for.",
    who: "admin",
    query: { ...pageQuery, ...filters },
    reply: z.array(returnRecord),
    refusals: [],
  },
  file: {
    method: "GET",
    path: "/returns/csv",
    summary: "Answers what GET /returns lists as CSV, with formulas neutralised as in exports.",
    who: "admin",
    query: { ...filters, ...fileColumns(returnFileColumns) },
    reply: z.string(),
    refusals: [],
    raw: true,
  },
  one: {
    method: "GET",
    path: "/returns/:id",
    summary: "Answers a return.",
    who: "own-or-admin",
    params: byId,
    reply: returnRecord,
    refusals: ["not-found"],
  },
  cancel: {
    method: "DELETE",
    path: "/returns/:id",
    summary: "Cancels a return whose goods have not been received.",
    who: "own-or-admin",
    area: "orders",
    params: byId,
    reply: returnRecord,
    refusals: ["not-found", "conflict"],
  },
  receiveMany: {
    method: "POST",
    path: "/returns/received",
    summary:
      "Books many returns as received, with all the pieces that were to come back. Answers those that it booked, and why it left out the others.",
    who: "admin",
    area: "orders",
    body: z.strictObject({
      ids: z.array(id).check(z.maxLength(maxReceived, `Must be at most ${maxReceived} returns`)),
    }),
    reply: z.object({
      booked: z.array(z.string()),
      left: z.array(z.object({ _id: z.string(), problem: z.string() })),
    }),
    refusals: [],
  },
  step: {
    method: "PATCH",
    path: "/returns/:id",
    summary:
      "Approves or refuses a return, records what was received, or how it was found and what becomes of it. What goes back to the shelf, and what is written off, is booked then. If the return is no longer at `version`, `present` of the refusal has it.",
    who: "admin",
    area: "orders",
    params: byId,
    body: returnStep,
    reply: returnRecord,
    refusals: ["invalid", "not-found", "conflict"],
  },
  close: {
    method: "POST",
    path: "/returns/:id/closing",
    summary:
      "Refunds what a return was resolved to refund, with as much of the delivery as is named, and reserves what is replaced. All refunds of an order together are at most what was paid.",
    who: "admin",
    area: "orders",
    confirm: "admins",
    params: byId,
    body: returnClosing,
    reply: returnRecord,
    refusals: ["invalid", "not-found", "conflict", "refund-too-large"],
  },
} as const satisfies Calls;
