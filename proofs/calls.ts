// Every call of the contract, and a valid request for it.
import * as z from "zod/mini";
import { type AccessRule, type Call, callRoot } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { aPart } from "#seed/builders.ts";
import { anArden } from "#tests/builders/vehicle.ts";
import { validBody } from "#tests/samples.ts";

export const everyCall: Call[] = Object.values(calls).flatMap((domain) => Object.values(domain));
export const nameOf = ({ method, path }: Call) => `${method} ${path}`;

export type Named = {
  email: string;
  password: string;
  id: string;
  token: string;
  code: string;
  payment: string;
  slug: string;
};

export const nothing: Named = {
  email: "nobody@example.com",
  password: "wrong horse",
  id: "01a1fbc0-fc51-77f7-8977-e1364d4ea8a0",
  token: "A".repeat(43),
  code: "12345678",
  payment: "pi_nothing",
  slug: "nothing",
};

/** Of the order in each body, whose part `aPart` makes. */
export const quantity = 5;
const { name: productName, price } = aPart();
const totalPrice = quantity * price;

const aCompany = {
  name: "Sample",
  address: "Kaistr. 4, 24103 Kiel",
  country: "DE",
  vatId: "DE123456789",
  email: "",
  phone: "",
  timeZone: "UTC",
};

/** The call that a route of the server serves; HEAD goes by the rule of GET. */
export function callOf(route: { method: string; url: string }): Call | undefined {
  const method = route.method === "HEAD" ? "GET" : route.method;
  return everyCall.find((call) => call.method === method && callRoot + call.path === route.url);
}

export function bodyOf(call: Call, named: Named): Record<string, unknown> | undefined {
  const { email, password, id, token, code, payment } = named;
  return validBody(call, {
    // An address that is taken cannot sign up.
    email: call === calls.identity.signUp ? `${crypto.randomUUID()}@example.com` : email,
    password,
    current: password,
    token,
    code,
    order: id,
    part: id,
    transactionId: payment,
    productName,
    quantity,
    totalPrice,
    price: totalPrice,
    ...(call === calls.shipments.edit && { carrier: "Nordbud" }),
    ...(call === calls.orderDesk.correctAddress && { address: "Kaistr. 4" }),
    ...(call === calls.refunds.create && { key: crypto.randomUUID() }),
    ...(call.path.endsWith("/shipments") && { key: crypto.randomUUID(), orders: [id] }),
    ...(call.path.startsWith("/part-types") && { parent: null, slug: crypto.randomUUID() }),
    group: null,
    country: "DE",
    lines: [{ part: id, quantity }],
    expectedTotal: totalPrice,
    ...(call === calls.settings.save && { section: "company", version: 1, value: aCompany }),
    ...(call === calls.vat.confirm && { vatId: "DE123456789", name: "Sample" }),
    ...(call === calls.letters.preview && { kind: "reset" }),
    ...(call === calls.legal.save && { version: 0 }),
    select: { ids: [id] },
    change: { hidden: false },
    role: "orders",
    expected: null,
    ...(call === calls.orderDesk.correctAddress && { expected: undefined }),
    ...(call === calls.reviews.edit && { hidden: true }),
    vin: anArden.vin,
    vehicle: 1,
    parts: [id],
    terms: [],
    model: `${anArden.make}/${anArden.model}`,
    from: 2014,
    to: 2014,
    ...(call === calls.applications.declare && { universal: false }),
  });
}

export function fieldsOf({ body }: Call): string[] {
  return body instanceof z.ZodMiniObject ? Object.keys(body.shape) : [];
}

type InAddress = Pick<Named, "email" | "id" | "slug">;

const namedIn = ({ email, id, slug }: InAddress): Record<string, string> => {
  const { make, model, year, type } = anArden;
  const own = { email, id, slug, line: "2", auditId: id, part: id, page: "terms" };
  return { ...own, make, model, year, type, number: anArden.number };
};

export function addressOf(url: string, named: Named, call?: Call): string {
  const path = url
    .replace(/:(\w+)/g, (_, name: string) => namedIn(named)[name] ?? "Sample")
    .replace("*", "product");
  const required = Object.entries(call?.query ?? {}).filter(
    ([, field]) => !z.safeParse(field, undefined).success,
  );
  const inQuery: Record<string, string> = { email: named.email, list: "orders", by: "part" };
  const query = required.map(([name]) => `${name}=${inQuery[name] ?? "Sample"}`);
  return query.length > 0 ? `${path}?${query.join("&")}` : path;
}

const isOwn = (who?: AccessRule) => who === "own" || who === "own-or-admin";

export function namesEmailInBody(call: Call | undefined): boolean {
  return isOwn(call?.who) && call?.body !== undefined && "email" in (bodyOf(call, nothing) ?? {});
}

export function namesEmail(call: Call | undefined): boolean {
  const elsewhere = { ...call?.params, ...call?.query };
  return isOwn(call?.who) && ("email" in elsewhere || namesEmailInBody(call));
}
