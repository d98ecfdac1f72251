// A valid request for each route of the server.
import * as z from "zod/mini";
import type { AccessRule, Call } from "#contract/call.ts";
import { callRoot } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { aPart } from "#seed/builders.ts";
import { validBody } from "#tests/samples.ts";

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

export const everyCall: Call[] = Object.values(calls).flatMap((domain) => Object.values(domain));

export function callOf(route: { method: string; url: string }): Call | undefined {
  const method = route.method === "HEAD" ? "GET" : route.method;
  return everyCall.find((call) => call.method === method && callRoot + call.path === route.url);
}

export function bodyOf(call: Call, named: Named): Record<string, unknown> | undefined {
  const { email, password, id, token, code, payment } = named;
  return validBody(call, {
    // An address that is taken cannot sign up.
    email: call === calls.identity.signUp ? `${crypto.randomUUID()}@example.com` : email,
    ...{ password, current: password, token, code, order: id, part: id, transactionId: payment },
    ...{ productName, quantity, totalPrice, price: totalPrice },
  });
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
