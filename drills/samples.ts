// A right request for each route of the table. A call that is new must be given one here, or the
// drills say so: that way none is left out of them.
import * as z from "zod/mini";
import type { AccessRule, Call } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { aPart } from "#seed/builders.ts";
import { callRoot } from "#server/platform/http/serve-calls.ts";

/** What a request names: whose data, and which thing. */
export type Named = {
  email: string;
  password: string;
  id: string;
  /** Of a letter. */
  token: string;
  code: string;
  /** A payment's name at the card provider. */
  payment: string;
};

export const nothing: Named = {
  email: "nobody@example.com",
  password: "wrong horse",
  id: "01a1fbc0-fc51-77f7-8977-e1364d4ea8a0",
  token: "A".repeat(43),
  code: "12345678",
  payment: "pi_nothing",
};

const text = "Sample";
/** An order of so many, for so much each, of a part by this name. */
const { name: productName, price } = aPart();
export const quantity = 5;
const totalPrice = quantity * price;

const bodies: Record<string, (named: Named) => Record<string, unknown>> = {
  "POST /parts": () => ({
    name: text,
    img: "",
    description: text,
    minimumQuantity: 1,
    availablQuantity: 10,
    price,
  }),
  "POST /orders": ({ email, id }) => ({
    name: text,
    email,
    phone: text,
    address: text,
    productName,
    quantity,
    totalPrice,
    part: id,
  }),
  "PATCH /orders/:id": ({ id, payment }) => ({
    order: id,
    price: totalPrice,
    transactionId: payment,
  }),
  "POST /create-payment-intent": ({ id }) => ({ price: totalPrice, order: id }),
  "POST /orders/:id/settled-elsewhere": () => ({ note: text }),
  "POST /reviews": () => ({ name: text, ratting: 5, img: "", description: text }),
  "PUT /user/:email": ({ email }) => ({ email }),
  "POST /updateUser": ({ email }) => ({
    email,
    education: text,
    location: text,
    number: text,
    img: "",
  }),
  "POST /identity/sign-up": () => ({
    name: text,
    email: `${crypto.randomUUID()}@example.com`,
    password: "correct horse",
  }),
  "POST /identity/sign-in": ({ email, password }) => ({ email, password }),
  "POST /identity/forgotten": ({ email }) => ({ email }),
  "POST /identity/reset": ({ token, password }) => ({ token, password }),
  "POST /identity/verify-email": ({ token }) => ({ token }),
  "POST /identity/verify-email/code": ({ code }) => ({ code }),
  "POST /identity/password": ({ password }) => ({ current: password, password }),
};

export const everyCall: Call[] = Object.values(calls).flatMap((domain) => Object.values(domain));

export function callOf(route: { method: string; url: string }): Call | undefined {
  const method = route.method === "HEAD" ? "GET" : route.method;
  return everyCall.find((call) => call.method === method && callRoot + call.path === route.url);
}

export function bodyOf(call: Call, named: Named): Record<string, unknown> | undefined {
  if (!call.body) return undefined;
  const body = bodies[`${call.method} ${call.path}`];
  if (!body) throw new Error(`${call.method} ${call.path} has no right body in drills/samples.ts`);
  return body(named);
}

/** All that its body may have, whether a right one has it or not. */
export function fieldsOf({ body }: Call): string[] {
  return body instanceof z.ZodMiniObject ? Object.keys(body.shape) : [];
}

/** Where a route of the table is met; a query is added where the call cannot do without. */
export function addressOf(url: string, named: Named, call?: Call): string {
  const path = url
    .replace(/:(\w+)/g, (_, name) => ({ email: named.email, id: named.id })[name as string] ?? text)
    .replace("*", "product");
  return call?.query && "email" in call.query ? `${path}?email=${named.email}` : path;
}

/** Whether somebody's e-mail decides who may make this call, and stands in its body. */
export function namesEmailInBody(call: Call | undefined): boolean {
  return isOwn(call?.who) && call?.body !== undefined && "email" in (bodyOf(call, nothing) ?? {});
}

export function namesEmail(call: Call | undefined): boolean {
  const elsewhere = { ...call?.params, ...call?.query };
  return isOwn(call?.who) && ("email" in elsewhere || namesEmailInBody(call));
}

function isOwn(who: AccessRule | undefined): boolean {
  return who === "own" || who === "own-or-admin";
}
