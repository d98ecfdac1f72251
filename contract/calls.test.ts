import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { validBody } from "#tests/samples.ts";
import type { Call } from "./call.ts";
import { calls } from "./calls.ts";
import { refusalStatus } from "./refusals.ts";

const table: Call[] = Object.values(calls).flatMap((domain) => Object.values(domain) as Call[]);
const named = table.map((call) => `${call.method} ${call.path}`);

/** Section 7 of the specification, in its order. */
const specified = [
  "GET /admin/:email",
  "GET /user",
  "PUT /user/admin/:email",
  "PUT /user/:email",
  "DELETE /user/:id",
  "GET /allOrders",
  "GET /orders",
  "GET /orders/:id",
  "POST /orders",
  "PATCH /orders/:id",
  "DELETE /orders/:id",
  "GET /parts",
  "GET /purchase/:id",
  "POST /parts",
  "DELETE /parts/:id",
  "POST /create-payment-intent",
  "GET /updateUser/:email",
  "POST /updateUser",
  "GET /reviews",
  "POST /reviews",
];

describe("the table of calls", () => {
  it("has each call of the specification, and no call twice", () => {
    expect(named).toEqual(expect.arrayContaining(specified));
    expect(named).toEqual([...new Set(named)]);
  });

  it("sends the access token on exactly the calls that the specification lists", () => {
    const bearers = table
      .filter((call) => call.bearer)
      .map((call) => `${call.method} ${call.path}`);
    expect(bearers.sort()).toEqual(
      ["GET /admin/:email", "GET /orders", "GET /user", "PUT /user/admin/:email"].sort(),
    );
  });

  it("names only refusals that have a status", () => {
    for (const call of table) {
      for (const code of call.refusals) expect(refusalStatus[code]).toBeGreaterThanOrEqual(400);
    }
  });

  it("has a schema for each name in a path", () => {
    for (const call of table) {
      const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys(call.params ?? {})).toEqual(names);
    }
  });
});

/** The value with the text in place of each of its own texts, one after the other. */
function withText(value: unknown, text: string): unknown[] {
  if (typeof value === "string") return [text];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    withText(inner, text).map((changed) =>
      Array.isArray(value)
        ? value.with(Number(name), changed)
        : Object.assign({}, value, { [name]: changed }),
    ),
  );
}

it.each(["a\0b", "\ud800"])("takes %j nowhere, which the database cannot store", (text) => {
  const taking = table.flatMap((call) => {
    const inAddress = { ...call.params, ...call.query };
    const named = Object.keys(inAddress).filter(
      (name) => z.safeParse(inAddress[name] as z.ZodMiniType, text).success,
    );
    const bodies = call.body ? withText(validBody(call), text) : [];
    const takesInBody = bodies.filter(
      (body) => z.safeParse(call.body as z.ZodMiniType, body).success,
    );
    return [...named, ...takesInBody.map((body) => JSON.stringify(body))].map(
      (what) => `${call.method} ${call.path}: ${what}`,
    );
  });
  expect(taking).toEqual([]);
});

it("asks again who it is before what an owner alone may change of people, settings and secrets", () => {
  const harmless = ["DELETE /webhooks/:id", "POST /webhooks/:id/test", "POST /letters/preview"];
  const repeats = ["POST /webhooks/:id/replay", "POST /jobs/:id/retry", "POST /jobs/retry"];
  const unasked = table
    .filter(({ method, area, confirm }) => method !== "GET" && area === "shop" && !confirm)
    .map(({ method, path }) => `${method} ${path}`);
  expect(unasked.toSorted()).toEqual([...harmless, ...repeats].toSorted());
});
