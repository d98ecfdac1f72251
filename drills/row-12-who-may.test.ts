// Row 12: everybody, at every address, by every method, in every spelling.
// That no route is taken without a rule, and that an empty rule denies, server/platform/http/access.test.ts
// shows; that the table is the one that was reviewed, tests/access.test.ts.
import type { FastifyInstance } from "fastify";
import { describe, expect, it, vi } from "vitest";
import type { AccessRule } from "#contract/call.ts";
import { refuse } from "#contract/refusals.ts";
import type { RouteAccess } from "#server/platform/http/access.ts";
import { anonymousCaller, createCaller } from "#server/platform/http/caller.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { openShop } from "#tests/open-shop.ts";
import { callOf, namesEmail, nothing } from "../proofs/calls.ts";
import { openAskers, ways } from "./askers.ts";
import { full, report } from "./drill.ts";
import { mutations } from "./mutations.ts";
import { seed, some } from "./seed.ts";
import {
  byOtherMethods,
  inOtherSpellings,
  methods,
  onTheirRoutes,
  pathOf,
  triesAt,
} from "./tries.ts";
import { faultsOf, lineAt, type World } from "./who-may.ts";

/** In place of the product's own guard, when a test says so. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/platform/http/access.ts"), async (original) => {
  const actual = await original();
  const guardRoutes: typeof actual.guardRoutes = (app, options) =>
    known.bad ? guardByPath(app, options) : actual.guardRoutes(app, options);
  return { ...actual, guardRoutes };
});

/** The known-bad variant: rules that hang on the text of the address, not on the route. */
function guardByPath(
  app: FastifyInstance,
  { identify }: Parameters<typeof import("#server/platform/http/access.ts").guardRoutes>[1],
): RouteAccess[] {
  const table: RouteAccess[] = [];
  app.decorateRequest("caller");
  app.addHook("onRoute", ({ method, url, config }) => {
    for (const each of [method].flat())
      table.push({ method: each, url, who: config?.who ?? "admin" });
  });
  app.addHook("onRequest", async (request, reply) => {
    request.caller = request.is404
      ? anonymousCaller
      : createCaller(request, reply, await identify(request));
    const { person } = request.caller;
    const who = lineAt(table, request.method, request.url)?.who ?? "visitor";
    if (who !== "visitor" && !person)
      throw new RefusalError(refuse("not-signed-in", "Sign in first."));
    if (who === "admin" && !person?.role)
      throw new RefusalError(refuse("not-allowed", "Admins only."));
  });
  return table;
}

/** Set up, so that its calls are there; nobody answers by these keys. */
const keysOfNobody = {
  STRIPE_SECRET_KEY: "sk_test_nobody",
  STRIPE_PUBLISHABLE_KEY: "pk_test_nobody",
  STRIPE_WEBHOOK_SECRET: "whsec_nobody",
  STRIPE_API_URL: "http://localhost:1",
};

async function open() {
  // Nobody plays Google here.
  expectWarning(/unavailable|fetch failed|Google|card provider/);
  const shop = await openShop({ env: keysOfNobody });
  const askers = await openAskers(shop);
  const table = shop.running.app.access;
  const world: World = {
    url: shop.url,
    table,
    named: { ...nothing, email: askers.customer.email },
  };
  return { world, askers: Object.values(askers) };
}

describe("row 12: who may do what", () => {
  it("holds for everybody, at every address and by every method", async () => {
    const { world, askers } = await open();
    const [theirs, others] = [onTheirRoutes(world, askers), byOtherMethods(world, askers)];
    const tries = [...theirs, ...(full ? others : some(others, 200))];
    const faults = await faultsOf(world, tries);
    const addresses = new Set(world.table.map(({ url }) => url)).size;
    report({
      row: 12,
      check: "each person, address and method, against the rule",
      target: "100 % of the table",
      figure: `${addresses} addresses × ${methods.length} methods × ${askers.length} people × ${ways.length} ways = ${tries.length} asked, ${faults.length} wrong`,
      pass: faults.length === 0,
    });
    expect(faults, `seed ${seed}`).toEqual([]);
  });

  it("holds in every spelling of an address", async () => {
    const { world, askers } = await open();
    const all = inOtherSpellings(world, askers);
    const tries = full ? all : some(all, 300);
    const faults = await faultsOf(world, tries);
    report({
      row: 12,
      check: "other spellings of an address open nothing",
      target: "0 let through",
      figure: `${world.table.length} routes × ${askers.length} people × ${ways.length} ways in up to ${Object.keys(mutations).length} spellings: ${tries.length} asked, ${faults.length} wrong`,
      pass: faults.length === 0,
    });
    expect(faults, `seed ${seed}`).toEqual([]);
  });
});

describe("row 12 would tell", () => {
  it("a guard that goes by the text of the address", async () => {
    // Who got past it stands where nobody was expected.
    expectWarning(/of null/);
    known.bad = true;
    const { world, askers } = await open().finally(() => {
      known.bad = false;
    });
    const [visitor] = askers;
    if (!visitor) throw new Error("Nobody came");
    expect(await faultsOf(world, onTheirRoutes(world, [visitor]))).toEqual([]);
    expect(await faultsOf(world, inOtherSpellings(world, [visitor]))).toContain(
      "GET /%61pi/user (an encoded letter) by visitor, cookie: 200, not 401",
    );
  });

  it("any rule that is looser or stricter than the table says", async () => {
    const { world, askers } = await open();
    const rules: AccessRule[] = ["visitor", "signed-in", "own", "own-or-admin", "admin"];
    const lines = [...world.table.entries()];
    for (const [at, line] of full ? lines : some(lines, 8)) {
      for (const who of rules.filter((rule) => !alike(line, rule))) {
        const wrong = { ...world, table: world.table.with(at, { ...line, who }) };
        const tries = triesAt({ method: line.method, path: pathOf(world, line) }, askers);
        expect(await faultsOf(wrong, tries), `${line.url} as ${who}`).not.toEqual([]);
      }
    }
  });
});

/** Rules that no answer can tell apart: whose data it is, only the store knows. */
function alike(line: RouteAccess, rule: AccessRule): boolean {
  const asPerson: AccessRule[] = ["signed-in", "own", "own-or-admin"];
  const namesNobody = !namesEmail(callOf(line));
  return (
    line.who === rule || [line.who, rule].every((who) => namesNobody && asPerson.includes(who))
  );
}
