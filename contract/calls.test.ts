import { describe, expect, it } from "vitest";
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

/** What the specification leaves open and the design settles. */
const ours = [
  "POST /identity/sign-up",
  "POST /identity/sign-in",
  "GET /identity/google",
  "GET /identity/google/callback",
  "GET /identity/session",
  "POST /identity/sign-out",
  "POST /identity/forgotten",
  "POST /identity/reset",
  "POST /identity/verify-email",
  "POST /identity/verify-email/code",
  "POST /identity/verify-email/letter",
  "POST /identity/password",
  "GET /identity/sessions",
  "DELETE /identity/sessions/:id",
  "POST /identity/sign-out-everywhere",
  "POST /images",
  "GET /live",
  "GET /orders/:id/history",
  "POST /orders/:id/settled-elsewhere",
  "GET /card-provider",
  "GET /ledger",
  "POST /ledger/check",
  "GET /audit",
  "GET /allReviews",
  "DELETE /reviews/:id",
];

describe("the table of calls", () => {
  it("holds each call of the specification and of the design, once, and no other", () => {
    expect([...named].sort()).toEqual([...specified, ...ours].sort());
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
