import * as z from "zod/mini";
import { call } from "./call.ts";
import { email, filled, id, page, text, units } from "./fields.ts";
import { dollars } from "./money.ts";

const fields = {
  name: filled(200),
  email,
  phone: text(100),
  address: text(1000),
  productName: filled(200),
  quantity: units,
  totalPrice: dollars,
};

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
});

export const newOrder = z.strictObject({
  ...fields,
  /** The part's own id, because two parts may share a name. */
  part: z.optional(id),
  /** Made by the client, so that the same order sent twice is one order. */
  key: z.optional(id),
});

export const orderCalls = {
  all: call({
    method: "GET",
    path: "/allOrders",
    who: "admin",
    query: page,
    reply: z.array(order),
    refusals: ["invalid"],
  }),
  mine: call({
    method: "GET",
    path: "/orders",
    who: "own",
    query: { email, ...page },
    reply: z.array(order),
    refusals: ["invalid"],
    bearer: true,
  }),
  one: call({
    method: "GET",
    path: "/orders/:id",
    who: "own",
    params: { id },
    reply: order,
    refusals: ["not-found"],
  }),
  place: call({
    method: "POST",
    path: "/orders",
    who: "own",
    body: newOrder,
    reply: order,
    refusals: ["not-found", "conflict", "key-reused"],
  }),
  pay: call({
    method: "PATCH",
    path: "/orders/:id",
    who: "own",
    params: { id },
    body: z.strictObject({ order: id, price: dollars, transactionId: filled(200) }),
    reply: order,
    refusals: ["not-found", "conflict", "unavailable"],
  }),
  remove: call({
    method: "DELETE",
    path: "/orders/:id",
    who: "own",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found", "conflict", "unavailable"],
  }),
};
