import fastify from "fastify";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { Call } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { createHandlers } from "#server/app.ts";
import { hideTable } from "#tests/builders/fault.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";
import { keepUntil } from "./answer-tags.ts";
import { anonymousCaller } from "./caller.ts";
import { ResponseCache } from "./response-cache.ts";
import { serveCalls } from "./serve-calls.ts";
import { streamPages } from "./stream-pages.ts";

const table = Object.entries(calls).flatMap(([domain, named]) =>
  Object.entries(named).map(([name, call]) => ({ domain, name, call: call as Call })),
);

function address({ path }: Call): string {
  return `/api${path.replace(/:(\w+)/g, (_, name) =>
    name === "email" ? "ada@example.com" : crypto.randomUUID(),
  )}`;
}

describe("serving the table", () => {
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

  it("refuses what no call has as a parameter, but for addresses that others call", async () => {
    const shop = await openShop();
    const owner = await signUpAdmin(shop);
    const taken: string[] = [];
    for (const { call } of table) {
      const answer = await owner.request(`${address(call)}?staet=paid`, { method: call.method });
      const { status } = answer;
      // What is not sent as its call wants it is refused before.
      const isEarlier = [403, 404, 413, 415, 429].includes(status);
      const isNamed = (await answer.text()).includes('"staet"');
      if (!isEarlier && !isNamed) taken.push(`${call.method} ${call.path}: ${status}`);
    }
    expect(taken).toEqual([expect.stringContaining("GET /identity/google/callback")]);
    expect((await shop.get("/health?from=monitor")).status).toBe(200);
  });

  it("does not start with a call that has no handler", async () => {
    const { shop } = await openShop();
    const cache = new ResponseCache(shop.events, () => shop.origin);
    const handlers = createHandlers(shop);
    const { list: _, ...parts } = handlers.parts;
    expect(() => serveCalls(fastify(), calls, { ...handlers, parts }, shop, cache)).toThrow(
      "parts.list has no handler",
    );
  });

  it("answers a surprise with its id and nothing else", async () => {
    const { shop, get } = await openShop();
    await hideTable(shop.db, "parts");
    expectWarning(/does not exist/);
    const { status, body } = await get("/api/parts");
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/relation|select|at /);
    expect(body).toEqual({
      error: { code: "surprise", message: expect.stringMatching(/request [0-9a-f-]{36}\.$/) },
    });
  });

  it("streams a list that is too long to keep, to each who asks", async () => {
    const { shop } = await openShop();
    const cache = new ResponseCache(shop.events, () => shop.origin);
    const call: Call = {
      method: "GET",
      path: "/long",
      summary: "A long list.",
      who: "visitor",
      reply: z.array(z.string()),
      refusals: [],
      cached: { follows: [] },
    };
    let left = 0;
    const list = () =>
      streamPages(async () => (left-- > 0 ? Array(250).fill("a".repeat(4_000)) : []), String);
    const app = fastify().decorateRequest("caller", { getter: () => anonymousCaller });
    serveCalls(app, { longs: { list: call } }, { longs: { list } }, shop, cache);
    const ask = async (pages: number) => {
      left = pages;
      const { headers, json } = await app.inject("/api/long");
      return [headers["cache-control"], json().length, cache.size.entries];
    };
    expect(await ask(40)).toEqual(["no-store", 35 * 250, 0]);
    expect(await ask(2)).toEqual(["no-cache", 500, 1]);
  });

  it.each([
    ["again once its time is over", 0, 2],
    ["once before that", 60_000, 1],
  ])("makes an answer that depends on the time %s", async (_, keptMs, builds) => {
    const { shop } = await openShop();
    const cache = new ResponseCache(shop.events, () => shop.origin);
    const call: Call = {
      method: "GET",
      path: "/timed",
      summary: "What is so for a while.",
      who: "visitor",
      reply: z.number(),
      refusals: [],
      cached: { follows: [] },
    };
    let made = 0;
    const one = () => {
      keepUntil(Date.now() + keptMs);
      return ++made;
    };
    const app = fastify().decorateRequest("caller", { getter: () => anonymousCaller });
    serveCalls(app, { timed: { one: call } }, { timed: { one } }, shop, cache);
    await app.inject("/api/timed");
    expect((await app.inject("/api/timed")).json()).toBe(builds);
  });
});
