import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import {
  carOfOrder,
  dollars,
  email,
  fitProof,
  id,
  moment,
  pageQuery,
  requestKey,
  requiredText,
  stockQuantity,
  text,
} from "./fields.ts";
import { fulfilmentStates, openStates, orderStates, paymentStates } from "./rules/order-states.ts";

const orderLine = z.object({
  _id: z.string(),
  kind: z.enum(["part", "deposit", "delivery"]),
  /** The line that a deposit is for. */
  of: z.optional(z.string()),
  part: z.optional(z.string()),
  number: z.string(),
  /** Of a line of before numbers were kept with it: the part's number now. */
  currentNumber: z.optional(z.string()),
  name: z.string(),
  quantity: z.number(),
  price: z.number(),
  discount: z.number(),
  total: z.number(),
  tax: z.number(),
  shipped: z.number(),
  cancelled: z.number(),
  replaced: z.number(),
  returned: z.number(),
  lost: z.number(),
  refunded: z.number(),
  /** What was said of its fit when it was ordered for a car. */
  fit: z.optional(fitProof),
});
export type OrderLine = z.output<typeof orderLine>;

/** Of an order with several lines: the first one's name and price, all its pieces, the amount to pay. */
export const order = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  productName: z.string(),
  quantity: z.number(),
  totalPrice: z.number(),
  paid: z.boolean(),
  transactionId: z.optional(z.string()),
  state: z.enum(orderStates),
  part: z.string(),
  price: z.number(),
  orderedAt: z.string(),
  /** Until then the stock is reserved. Without it, paying reserves if there is enough left. */
  heldUntil: z.optional(z.string()),
  number: z.number(),
  payment: z.enum(paymentStates),
  fulfilment: z.enum(fulfilmentStates),
  lines: z.array(orderLine),
  goods: z.number(),
  discount: z.number(),
  deposits: z.number(),
  delivery: z.number(),
  /** Contained in `totalPrice`. */
  tax: z.number(),
  /** Without tax: the customer's company owes it in its own country. */
  reverseCharge: z.optional(z.literal(true)),
  refunded: z.number(),
  /** The customer's own, such as a purchase order number. */
  reference: z.optional(z.string()),
  /** What was taken off, and why. */
  discounts: z.optional(
    z.array(z.object({ label: z.string(), code: z.nullable(z.string()), amount: z.number() })),
  ),
  /** Collected at the works: shipped means ready there, delivered means handed over. */
  isCollection: z.optional(z.boolean()),
  /** The days that are promised, of an order from a basket. None once it is too late to pay for them. */
  promised: z.optional(
    z.object({
      method: z.string(),
      from: z.string(),
      until: z.string(),
      /** Until it is paid: paid later, the days are counted from the payment. */
      payBefore: z.optional(z.string()),
      /** What they were when it was ordered, if a later payment has moved them. */
      whenOrdered: z.optional(z.object({ from: z.string(), until: z.string() })),
    }),
  ),
  /** Of an order from a basket: what the cheapest delivery would have cost, if it was not this one. */
  standardDelivery: z.optional(z.number()),
  /** On a company's account: until when it is to be paid, such as 2026-12-24. */
  dueOn: z.optional(z.string()),
  /** The versions of the legal texts that it was made under; of a page that is missing, the sample. */
  legal: z.optional(z.record(z.string(), z.number())),
});
export type Order = z.output<typeof order>;

export const newOrder = z.strictObject({
  name: requiredText(200),
  email,
  phone: text(100),
  address: text(1000),
  productName: requiredText(200),
  quantity: stockQuantity,
  totalPrice: dollars,
  part: z.optional(id),
  key: z.optional(requestKey),
  car: z.optional(carOfOrder),
});
export type NewOrder = z.output<typeof newOrder>;

/** Without it, people's own lists show open orders, and GET /allOrders all. "to-ship": paid, and not all of it on its way; "expiring": their stock is reserved for a few more minutes. */
const stateFilter = z.enum(
  ["unpaid", "expiring", "paid", "to-ship", "part-shipped", "shipped", "closed", "all"],
  "Is not a state of orders",
);
export type StateFilter = z.output<typeof stateFilter>;
export const orderSort = z.enum(
  [
    ...(["newest", "oldest", "dearest", "cheapest", "name", "name-down"] as const),
    ...(["promised", "promised-down", "state", "state-down", "refunded", "refunded-down"] as const),
  ],
  "Is not an order of the list",
);

export const orderMoments = ["ordered", "paid", "refunded"] as const;
export type OrderMoment = (typeof orderMoments)[number];

export const orderFilters = {
  q: z.optional(text(200)),
  state: z.optional(stateFilter),
  payment: z.optional(z.enum(paymentStates, "Is not a state of payments")),
  fulfilment: z.optional(z.enum(fulfilmentStates, "Is not a state of deliveries")),
  sort: z.optional(orderSort),
  from: z.optional(moment),
  before: z.optional(moment),
  /** Whether `from` and `before` are times of the order, its payment or a refund; without it, of the order. */
  by: z.optional(z.enum(orderMoments, "Must be ordered, paid or refunded")),
  /** Who placed them, whatever their e-mail was then. */
  person: z.optional(id),
};

export const ownFilters = { q: z.optional(text(200)), state: z.optional(stateFilter) };

export const orderEvent = z.object({
  at: z.string(),
  what: z.enum([
    "ordered",
    "payment-begun",
    "payment-declined",
    "payment-given-up",
    "on-account",
    "paid",
    "cancelled",
    "refund-wanted",
    "refunded",
    "note",
    "address-corrected",
    "letter-sent-again",
  ]),
  amount: z.optional(z.number()),
  reference: z.optional(z.string()),
  note: z.optional(z.string()),
});
export type OrderEvent = z.output<typeof orderEvent>;

export const orderCalls = {
  all: {
    method: "GET",
    path: "/allOrders",
    summary:
      "Lists everybody's orders in whatever state, newest first unless `sort` says otherwise. `q` searches number, name, e-mail, phone, address, product, part number, the customer's reference, transaction id and order id; `person` answers the orders that this person placed.",
    who: "admin",
    query: { ...pageQuery, ...orderFilters },
    reply: z.array(order),
    refusals: ["invalid"],
  },
  mine: {
    method: "GET",
    path: "/orders",
    summary:
      "Lists the caller's own orders, newest first. `q` searches order number, reference, and names and numbers of parts; `key` finds the order that was sent with it; `of=company` lists those of all members of their company.",
    who: "own",
    query: {
      email,
      ...pageQuery,
      ...ownFilters,
      key: z.optional(id),
      of: z.optional(z.enum(["company"], "Is not whose orders are listed")),
    },
    reply: z.array(order),
    refusals: ["invalid"],
    bearer: true,
  },
  one: {
    method: "GET",
    path: "/orders/:id",
    summary: "Answers one order.",
    who: "own-or-admin",
    params: { id },
    reply: order,
    refusals: ["not-found"],
  },
  history: {
    method: "GET",
    path: "/orders/:id/history",
    summary: "Lists what happened to an order, step by step.",
    who: "admin",
    params: { id },
    reply: z.array(orderEvent),
    refusals: ["not-found"],
  },
  place: {
    method: "POST",
    path: "/orders",
    summary:
      "Orders a part and reserves its stock. The quantity is greater than the minimum and less than what is available. The same order under the same key answers the first result again.",
    who: "own",
    body: newOrder,
    reply: order,
    refusals: ["not-found", "conflict", "key-reused", "too-many"],
    rateLimit: { max: 300, seconds: 600, unverified: 60 },
  },
  pay: {
    method: "PATCH",
    path: "/orders/:id",
    summary: "Reports a payment. The server asks the card provider before the order becomes paid.",
    who: "own",
    params: { id },
    body: z.strictObject({ order: id, price: dollars, transactionId: requiredText(200) }),
    reply: order,
    refusals: ["invalid", "not-found", "conflict", "unavailable", "too-many"],
    rateLimit: { max: 600, seconds: 600 },
  },
  remove: {
    method: "DELETE",
    path: "/orders/:id",
    summary:
      "Cancels an order: the stock of an unpaid one is released, a paid one is refunded as long as nothing of it has shipped. `expected` is the state that the caller believes the order is in.",
    who: "own-or-admin",
    area: "orders",
    confirm: "admins",
    params: { id },
    /** The state that the client shows: an order that was paid meanwhile is not refunded unseen. */
    query: { expected: z.optional(z.enum(openStates, "Is not a state that can be deleted")) },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["invalid", "not-found", "conflict", "shipped", "unavailable"],
  },
} as const satisfies Calls;
