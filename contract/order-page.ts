import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { checkoutAddress } from "./checkout-address.ts";
import { id, requiredText, text } from "./fields.ts";
import { order, ownFilters } from "./orders.ts";
import { shipment } from "./shipments.ts";

/** By its id, or by its number as people say it. */
export const orderName = z.union([id, text(15).check(z.regex(/^\d{1,15}$/))], {
  error: "Is not an order of ours",
});

export const shopDocument = z.object({
  _id: z.string(),
  kind: z.enum(["invoice", "credit-note"]),
  number: z.string(),
  issuedOn: z.string(),
  total: z.number(),
  tax: z.number(),
  /** Of a credit note: the number of its invoice. */
  corrects: z.optional(z.string()),
});
export type ShopDocument = z.output<typeof shopDocument>;

const step = z.object({
  at: z.string(),
  what: z.enum([
    ...(["ordered", "paid", "packed", "shipped", "delivered", "cancelled", "closed"] as const),
    ...(["on-account", "ready", "collected"] as const),
    ...(["refund-asked", "refunded", "disputed", "dispute-ended"] as const),
    ...(["lost", "return-asked", "return-closed"] as const),
  ]),
  amount: z.optional(z.number()),
  parcel: z.optional(z.number()),
  return: z.optional(z.number()),
});
export type OrderStep = z.output<typeof step>;

const receipt = z.object({
  _id: z.string(),
  /** Below nothing: paid back, or taken back. */
  amount: z.number(),
  isUndo: z.boolean(),
  on: z.string(),
  reference: z.string(),
  by: z.nullable(z.string()),
  at: z.string(),
});

/** Of an order on account, in dollars: open = charged - credited - received. */
export const orderAccount = z.object({
  charged: z.number(),
  credited: z.number(),
  received: z.number(),
  open: z.number(),
  dueOn: z.string(),
  receipts: z.array(receipt),
  /** Of the shop, while money is open. */
  bank: z.optional(
    z.object({
      accountHolder: z.string(),
      iban: z.string(),
      bic: z.string(),
      bankName: z.string(),
    }),
  ),
});
export type OrderAccount = z.output<typeof orderAccount>;

export const orderPage = z.object({
  order,
  isOwn: z.boolean(),
  vatId: z.string(),
  taxMode: z.enum(["contained", "added", "reverse", "none"]),
  taxes: z.array(z.object({ percent: z.number(), net: z.number(), tax: z.number() })),
  /** As they are now; those that are gone are left out. */
  parts: z.array(
    z.object({ _id: z.string(), number: z.string(), img: z.string(), isForSale: z.boolean() }),
  ),
  steps: z.array(step),
  parcels: z.array(shipment),
  /** The works, of an order that is collected there. */
  collectAt: z.optional(z.object({ address: z.string(), openingHours: z.string() })),
  /** Of an order on a company's account. */
  account: z.optional(orderAccount),
  /** Of an order from a basket: the address field by field. */
  shipTo: z.optional(checkoutAddress),
  /** Whom the invoice is for, where it is not who receives the order. */
  billTo: z.optional(checkoutAddress),
  documents: z.array(shopDocument),
  /** What the settings lack: documents of this order are issued once they have it. */
  documentsLack: z.optional(z.array(z.enum(["name", "address", "vatId"]))),
  /** Pieces whose money went back, or is about to. */
  refundedPieces: z.array(z.object({ line: z.string(), quantity: z.number() })),
});
export type OrderPage = z.output<typeof orderPage>;

export const orderPageCalls = {
  read: {
    method: "GET",
    path: "/orders/:id/page",
    summary:
      "Answers all that the customer of an order may see of it: lines, amounts, parcels and what has happened. `id` is the order's id or its number.",
    who: "own-or-admin",
    params: { id: orderName },
    reply: orderPage,
    refusals: ["not-found"],
  },
  readByLink: {
    method: "POST",
    path: "/order-links/read",
    summary: "Answers the same to whoever has the token of a letter about the order.",
    who: "visitor",
    body: z.strictObject({ token: requiredText(200) }),
    reply: orderPage,
    refusals: ["not-found", "too-many"],
    rateLimit: { max: 1_200, seconds: 600 },
  },
  file: {
    method: "GET",
    path: "/own-orders/csv",
    summary: "Answers what GET /orders lists as CSV, with formulas neutralised as in exports.",
    who: "signed-in",
    query: ownFilters,
    reply: z.string(),
    refusals: [],
    raw: true,
  },
} as const satisfies Calls;
