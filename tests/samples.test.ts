import { expect, it } from "vitest";
import type { Call } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { openShop } from "./open-shop.ts";
import { signUpAdmin } from "./people.ts";
import { invalidBodies, validBody } from "./samples.ts";

const everyCall: Call[] = Object.values(calls).flatMap((domain) => Object.values(domain));

/** Itself, or a field within it. */
const namesField = (fields: object, field: string) =>
  Object.entries(fields).some(
    ([name, message]) =>
      typeof message === "string" && (name === field || name.startsWith(`${field}.`)),
  );

it("answers each invalid field of each call with 400 and the field's name", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  for (const call of everyCall) {
    const path = call.path
      .replace(":email", admin.email)
      .replace(":page", "terms")
      .replace(":id", "01a1fbc0-fc51-77f7-8977-e1364d4ea8a0");
    for (const { field, body } of invalidBodies(call)) {
      // Whose data it is, is asked first: a wrong e-mail in the body is not the caller's.
      const own = { ...(call.who === "own" && "email" in body && { email: admin.email }) };
      const sent = field === "email" ? body : { ...body, ...own };
      const answer = await admin.send(call.method, `/api${path}`, sent);
      expect([call.path, sent, answer]).toEqual([
        call.path,
        sent,
        {
          status: 400,
          body: {
            error: {
              code: "invalid",
              message: expect.any(String),
              fields: expect.toSatisfy((fields: object) => namesField(fields, field)),
            },
          },
        },
      ]);
    }
  }
});

it("prefers the values that are given, and leaves out what may be missing", () => {
  const id = crypto.randomUUID();
  const sample = validBody(calls.orders.place, { part: id, quantity: 3, email: "no address" });
  expect(sample).toMatchObject({ part: id, quantity: 3, email: "sample@example.com" });
  expect(sample).not.toHaveProperty("key");
});
