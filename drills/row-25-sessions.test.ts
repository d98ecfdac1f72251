// Row 25: what ends a session ends it for the very next request, in every process, by cookie and
// by token; and a session is always under a new token.
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { addResetToken } from "#server/modules/identity/credentials.ts";
import type { Session } from "#server/platform/http/caller.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { signUp } from "#tests/people.ts";
import { full, report } from "./drill.ts";
import {
  atOnce,
  cookieOf,
  type Ending,
  endings,
  openBrowsers,
  openTwo,
  type Shops,
  statusesOf,
} from "./endings.ts";
import { some } from "./seed.ts";

const rounds = full ? 10 : 1;

/** A known-bad variant: who somebody is, is remembered for a minute. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/modules/identity/identify.ts"), async (original) => {
  const actual = await original();
  return {
    makeIdentify: (shop) => {
      const identify = actual.makeIdentify(shop);
      const kept = new Map<string, { session: Session | null; until: number }>();
      return async (request) => {
        if (!known.bad) return identify(request);
        const key = `${request.headers.cookie} ${request.headers.authorization}`;
        const entry = kept.get(key);
        if (entry && entry.until > performance.now()) return entry.session;
        const session = await identify(request);
        kept.set(key, { session, until: performance.now() + 60_000 });
        return session;
      };
    },
  };
});

/** Everybody asks once before, so that whatever could be remembered is. */
async function survivorsOf({ isAdmin, path, end }: Ending, shops: Shops): Promise<string[]> {
  const browsers = await openBrowsers(shops, isAdmin);
  for (const each of browsers) {
    expect(await statusesOf(shops, each, path)).toEqual([200, 200, 200, 200]);
  }
  const { dead, status = 401 } = await end(browsers, shops);
  const wrong: string[] = [];
  for (const [at, browser] of browsers.entries()) {
    const told = await statusesOf(shops, browser, path);
    const expected = dead.includes(browser) ? status : 200;
    if (told.some((each) => each !== expected))
      wrong.push(`browser ${at}: ${told}, not ${expected}`);
  }
  return wrong;
}

describe("row 25: a session", () => {
  it("is dead from the next request on, and no other is", async () => {
    const wrong: string[] = [];
    const shops = await openTwo();
    for (let round = 0; round < rounds; round++) {
      // So many accounts from one network would be too many.
      await shops[0].shop.db.execute(sql`delete from limits`);
      for (const [name, ending] of Object.entries(endings)) {
        for (const line of await survivorsOf(ending, shops)) wrong.push(`${name}: ${line}`);
      }
    }
    const ends = Object.keys(endings).length;
    report({
      row: 25,
      check: "what ends a session holds from the next request on",
      target: "each of 8 open sessions",
      figure: `${rounds} rounds × ${ends} endings × ${atOnce} sessions × cookie and token × 2 processes = ${rounds * ends * atOnce * 4} asked, ${wrong.length} sessions wrong`,
      pass: wrong.length === 0,
    });
    expect(wrong).toEqual([]);
  });

  it("would be told to live on, were it remembered for a minute", async () => {
    const shops = await openTwo();
    known.bad = true;
    try {
      const all = Object.entries(endings);
      for (const [name, ending] of full ? all : some(all, 2)) {
        expect(await survivorsOf(ending, shops), name).not.toEqual([]);
      }
    } finally {
      known.bad = false;
    }
  });

  it("is under a new token whenever somebody proves who they are", async () => {
    const shop = await openShop({ env: { ORIGIN: "https://shop.example" } });
    const vera = await signUp(shop);
    const planted = `__Host-session=${"A".repeat(43)}`;
    const seen = [planted, cookieOf(vera)];
    const resetToken = () => addResetToken(shop.shop.db, vera.user._id);
    const proofs: [path: string, body: () => Promise<object>][] = [
      ["sign-in", async () => ({ email: vera.email, password: vera.password })],
      ["password", async () => ({ current: vera.password, password: vera.password })],
      ["reset", async () => ({ token: await resetToken(), password: vera.password })],
      ["sign-up", async () => ({ name: "Vera", email: "vera@new.example", password: "new horse" })],
    ];
    for (const [path, body] of proofs) {
      // The browser brings along what it has; for a sign-up by another that was planted.
      if (path === "sign-up") vera.cookies.set("__Host-session", "A".repeat(43));
      const answer = await vera.send("POST", `/api/identity/${path}`, await body());
      expect([path, answer.status]).toEqual([path, 200]);
      expect(seen).not.toContain(cookieOf(vera));
      expect(await isSomebody(shop, cookieOf(vera))).toBe(true);
      for (const old of seen.slice(0, -1)) expect(await isSomebody(shop, old)).toBe(false);
      seen.push(cookieOf(vera));
    }
    report({
      row: 25,
      check: "a new token at each proof, whatever the browser brought along",
      target: "rotated, the former dead",
      figure: `${proofs.length} kinds of proof (${proofs.map(([path]) => path).join(", ")}), ${new Set(seen).size - 1} tokens, none kept`,
      pass: new Set(seen).size === seen.length,
    });
  });
});

async function isSomebody({ request }: OpenShop, cookie: string): Promise<boolean> {
  const response = await request("/api/identity/session", { headers: { cookie } });
  return ((await response.json()) as { user: unknown }).user !== null;
}
