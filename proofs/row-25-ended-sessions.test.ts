// Row 25: what ends a session ends it for the next request, in every process.
import { beforeAll, describe, expect, it } from "vitest";
import { signUp } from "#tests/people.ts";
import { resetTokenFor } from "./letters.ts";
import { some } from "./random.ts";
import { control, full, report } from "./report.ts";
import {
  type Ending,
  endings,
  openBrowsers,
  type Shops,
  sessionCookieOf,
  sessionCount,
  startTwo,
  statusesOf,
} from "./session-endings.ts";

const rounds = full ? 10 : 1;

async function wrongSessions({ isAdmin, path, end }: Ending, shops: Shops): Promise<string[]> {
  // So many accounts from one network would have to wait.
  await shops[0].database.query("delete from limits");
  const browsers = await openBrowsers(shops, isAdmin);
  // Whatever a process could remember of them, it has seen now.
  for (const browser of browsers) {
    expect(await statusesOf(shops, browser, path)).toEqual([200, 200, 200, 200]);
  }
  const { dead, status = 401 } = await end(browsers, shops);
  const wrong: string[] = [];
  for (const [at, browser] of browsers.entries()) {
    const statuses = await statusesOf(shops, browser, path);
    const expected = dead.includes(browser) ? status : 200;
    if (statuses.some((each) => each !== expected)) {
      wrong.push(`browser ${at}: ${statuses}, not ${expected}`);
    }
  }
  return wrong;
}

let shops: Shops;
beforeAll(async () => {
  shops = await startTwo();
});

describe("row 25: a session", () => {
  it("is dead from the next request on, and no other is", async () => {
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const [name, ending] of Object.entries(endings)) {
        for (const line of await wrongSessions(ending, shops)) wrong.push(`${name}: ${line}`);
      }
    }
    const ends = Object.keys(endings).length;
    report({
      check: "what ends a session ends it from the next request on",
      target: "each of 8 open sessions",
      figure: `${rounds} rounds × ${ends} endings × ${sessionCount} sessions × cookie and token × 2 processes = ${rounds * ends * sessionCount * 4} requests`,
      faults: wrong,
    });
  });

  control("negative control: a shop that remembers sessions is found out", async () => {
    const faulty = await startTwo(["rememberSessions"]);
    const all = Object.entries(endings);
    for (const [name, ending] of full ? all : some(all, 2)) {
      expect(await wrongSessions(ending, faulty), name).not.toEqual([]);
    }
  });

  it("gets a new token whenever somebody proves who they are", async () => {
    const [shop] = shops;
    const vera = await signUp(shop);
    const isSignedIn = async (cookie: string) => {
      const response = await shop.request("/api/identity/session", { headers: { cookie } });
      return ((await response.json()) as { user: unknown }).user !== null;
    };
    const planted = `__Host-session=${"A".repeat(43)}`;
    const seen = [planted, sessionCookieOf(vera)];
    const { email, password } = vera;
    const proofs: [path: string, body: () => Promise<object>][] = [
      ["sign-in", async () => ({ email, password })],
      ["password", async () => ({ current: password, password })],
      ["reset", async () => ({ token: await resetTokenFor(email, shop), password })],
      ["sign-up", async () => ({ name: "Vera", email: "vera@new.example", password: "new horse" })],
    ];
    for (const [path, body] of proofs) {
      // The browser sends what it has: at a sign-up, a cookie that somebody planted.
      if (path === "sign-up") vera.cookies.set("__Host-session", "A".repeat(43));
      const { status } = await vera.send("POST", `/api/identity/${path}`, await body());
      const cookie = sessionCookieOf(vera);
      expect([path, status]).toEqual([path, 200]);
      expect(seen).not.toContain(cookie);
      expect(await isSignedIn(cookie)).toBe(true);
      for (const old of seen.slice(0, -1)) expect(await isSignedIn(old)).toBe(false);
      seen.push(cookie);
    }
    report({
      check: "a new token at each proof of identity, whatever the browser sent",
      target: "rotated, the former dead",
      figure: `${proofs.length} kinds of proof, ${new Set(seen).size - 1} tokens`,
      faults: seen.filter((token, at) => seen.indexOf(token) !== at),
    });
  });
});
