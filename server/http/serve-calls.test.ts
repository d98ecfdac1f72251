import fastify from "fastify";
import { describe, expect, it } from "vitest";
import type { Call } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { allHandlers } from "#server/app.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUp } from "#tests/people.ts";
import { expectComplaint } from "#tests/silence.ts";
import { notBuiltYet } from "./handler.ts";
import type { PreparedAnswers } from "./prepared.ts";
import { serveCalls } from "./serve-calls.ts";

const table = Object.entries(calls).flatMap(([domain, named]) =>
  Object.entries(named).map(([name, call]) => ({ domain, name, call: call as Call })),
);

/** Calls whose rooms other work still builds. Take a line out when its call works. */
const stillToCome = ["reviews.add"];

function address({ path }: Call): string {
  return `/api${path.replace(/:(\w+)/g, (_, name) =>
    name === "email" ? "ada@example.com" : crypto.randomUUID(),
  )}`;
}

describe("serving the table", () => {
  it("has a working handler for every call but those that are listed as still to come", async () => {
    const { shop } = await openShop();
    const handlers: Record<string, Record<string, unknown>> = allHandlers(shop);
    const missing = table.filter(({ domain, name }) => handlers[domain]?.[name] === notBuiltYet);
    expect(missing.map(({ domain, name }) => `${domain}.${name}`)).toEqual(stillToCome);
  });

  it("refuses visitors every call that is not for visitors, whatever they send", async () => {
    const { send } = await openShop();
    for (const { call } of table.filter(({ call }) => call.who !== "visitor")) {
      for (const body of [undefined, {}, { role: "admin" }]) {
        if (call.method === "GET" && body) continue;
        const answer = await send(call.method, address(call), body);
        expect([call.path, answer.status]).toEqual([call.path, 401]);
        expect(answer.body).toMatchObject({ error: { code: "not-signed-in" } });
      }
    }
  });

  it("says plainly what is still to come", async () => {
    const vera = await signUp(await openShop());
    const review = { name: "Vera", ratting: 5, img: "", description: "Good." };
    const { status, body } = await vera.send("POST", "/api/reviews", review);
    expect([status, body]).toMatchObject([501, { error: { code: "not-built-yet" } }]);
  });

  it("does not start with a call that has no handler", async () => {
    const { shop } = await openShop();
    const prepared = {} as PreparedAnswers;
    const handlers = allHandlers(shop);
    const { remove: _, ...parts } = handlers.parts;
    expect(() => serveCalls(fastify(), calls, { ...handlers, parts }, shop, prepared)).toThrow(
      "parts.remove has no handler",
    );
  });

  it("answers a surprise with its id and nothing else", async () => {
    const { shop, get } = await openShop();
    await shop.sql`alter table parts rename column name to gone`;
    expectComplaint(/gone|name/);
    const { status, body } = await get("/api/parts");
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/column|select|at /);
    expect(body).toEqual({
      error: { code: "surprise", message: expect.stringMatching(/request [0-9a-f-]{36}\.$/) },
    });
  });
});
