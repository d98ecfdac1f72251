// Row 12: everybody, at every address, by every method, in every spelling.
import { beforeAll, describe, expect, it } from "vitest";
import type { AccessRule } from "#contract/call.ts";
import { sample } from "#tests/random.ts";
import {
  attemptsAt,
  attemptsByOtherMethods,
  attemptsInOtherSpellings,
  attemptsOnRoutes,
  type Caller,
  faultsOf,
  methods,
  openCallers,
  pathOf,
  type Route,
  readRoutes,
  spellings,
  type World,
  ways,
} from "./access-attempts.ts";
import { callOf, namesEmail, nothing } from "./calls.ts";
import { control, full, report } from "./report.ts";
import { type Options, startShop } from "./start-shop.ts";

let right: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  right = await open();
});

async function open(options: Options = {}): Promise<{ world: World; callers: Caller[] }> {
  const expectedComplaints = /unavailable|Google|card provider/;
  const shop = await startShop({ expectedComplaints, ...options });
  const callers = await openCallers(shop);
  const named = { ...nothing, email: callers[1]?.email ?? "" };
  return { world: { url: shop.url, routes: readRoutes(), named }, callers };
}

describe("row 12: who may do what", () => {
  it("holds for everybody, at every address and by every method", async () => {
    const { world, callers } = right;
    const others = attemptsByOtherMethods(world, callers);
    // In `npm test` each person comes by cookie to every second route, by token to the others.
    const onRoutes = attemptsOnRoutes(world, callers).filter((_, at) => full || (at % 4) % 3 === 0);
    const attempts = [...onRoutes, ...(full ? others : sample(others, 100))];
    const faults = await faultsOf(world, attempts);
    const addresses = new Set(world.routes.map(({ url }) => url)).size;
    report({
      check: "each person, address and method, against the rule",
      target: "100 % of the table",
      figure: `${addresses} addresses × ${methods.length} methods × ${callers.length} people × ${ways.length} ways = ${attempts.length} requests`,
      faults,
    });
    expect(addresses).toBeGreaterThan(30);
  });

  it("holds in every spelling of an address", async () => {
    const { world, callers } = right;
    const all = attemptsInOtherSpellings(world, callers);
    const attempts = full ? all : sample(all, 200);
    const faults = await faultsOf(world, attempts);
    report({
      check: "other spellings of an address open nothing",
      target: "0 let through",
      figure: `${world.routes.length} routes × ${callers.length} people × ${ways.length} ways in up to ${Object.keys(spellings).length} spellings: ${attempts.length} requests`,
      faults,
    });
  });

  control("is found in a shop whose guard goes by the text of the address", async () => {
    // A visitor behind the guard is where nobody is expected.
    const { world, callers } = await open({
      faults: ["guardByAddress"],
      expectedComplaints: /./,
    });
    const [visitor] = callers as [Caller];
    expect(await faultsOf(world, attemptsOnRoutes(world, [visitor]))).toEqual([]);
    expect(await faultsOf(world, attemptsInOtherSpellings(world, [visitor]))).toContain(
      "GET /%61pi/user (an encoded letter) by visitor, cookie: 200, not 401",
    );
  });

  control("is found where any rule is looser or stricter than the table says", async () => {
    const { world, callers } = right;
    const rules: AccessRule[] = ["visitor", "signed-in", "own", "own-or-admin", "admin"];
    const routes = [...world.routes.entries()];
    for (const [at, route] of full ? routes : sample(routes, 8)) {
      for (const who of rules.filter((rule) => !areAlike(route, rule))) {
        const wrong = { ...world, routes: world.routes.with(at, { ...route, who }) };
        const attempts = attemptsAt({ method: route.method, path: pathOf(world, route) }, callers);
        expect(await faultsOf(wrong, attempts), `${route.url} as ${who}`).not.toEqual([]);
      }
    }
  });
});

/** Rules that no answer can tell apart: whose data it is, only the store knows. */
function areAlike(route: Route, rule: AccessRule): boolean {
  const forPeople: AccessRule[] = ["signed-in", "own", "own-or-admin"];
  const namesNobody = !namesEmail(callOf(route));
  return (
    route.who === rule || [route.who, rule].every((who) => namesNobody && forPeople.includes(who))
  );
}
