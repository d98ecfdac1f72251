import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Person } from "#contract/identity.ts";
import { users } from "#server/modules/customers/tables.ts";
import { clearLimits } from "#tests/builders/limit.ts";
import { changePerson, removeEverybody } from "#tests/builders/person.ts";
import { changeSettings } from "#tests/change-settings.ts";
import { completeGoogleSignIn } from "#tests/complete-google-sign-in.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { openPage } from "#tests/open-page.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import {
  grace,
  omar,
  openShopWithGoogle,
  shareShopWithGoogle,
  signInWithGoogle,
  startGoogleSignIn,
} from "#tests/open-shop-with-google.ts";
import { openVisitor, signUp, signUpAdmin, type Visitor } from "#tests/people.ts";
import { googleTimeout } from "./google.ts";
import { identities, sessions } from "./tables.ts";

const share = shareShopWithGoogle();
/** Without the accounts of the test before: the emulator's people are few. */
async function open() {
  const shop = await share();
  await removeEverybody(shop.shop.db);
  await clearLimits(shop);
  return shop;
}

const whoIs = async ({ get }: Visitor) =>
  ((await get("/api/identity/session")).body as { user: Person | null }).user;
const rows = async ({ shop: { db } }: OpenShop) => {
  const { email, name, role, passwordHash: password_hash } = users;
  const { issuer, subject } = identities;
  return {
    users: await db.select({ email, name, role, password_hash }).from(users).orderBy(email),
    identities: await db.select({ issuer, subject }).from(identities).orderBy(subject),
    sessions: await db.select({ id: sessions.id }).from(sessions),
  };
};
const pathOf = (address: string) => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

describe("a sign-in with Google", () => {
  it("creates an account, signs in and returns to the page before", async () => {
    const shop = await open();
    const browser = openVisitor(shop);
    expect(await signInWithGoogle(browser, grace, "from=/purchase/7?a=b%26c")).toBe(
      "/login?from=%2Fpurchase%2F7%3Fa%3Db%26c",
    );
    expect(await whoIs(browser)).toMatchObject({
      name: "Grace Holm",
      email: "grace.holm@people.example",
      hasPassword: false,
      emailVerified: true,
    });
    expect(await rows(shop)).toMatchObject({
      users: [{ email: "grace.holm@people.example", role: "customer", password_hash: null }],
      identities: [{ issuer: shop.issuer, subject: grace.person }],
    });
  });

  it("recognizes the person in another browser and after a change of their e-mail here", async () => {
    const shop = await open();
    const first = openVisitor(shop);
    await signInWithGoogle(first, grace);
    const user = (await whoIs(first)) as Person;
    await changePerson(shop.shop.db, { user }, { email: "grace@elsewhere.example" });
    const other = openVisitor(shop);
    expect(await signInWithGoogle(other, grace)).toBe("/login");
    expect(await whoIs(other)).toMatchObject({ email: "grace@elsewhere.example" });
    expect((await rows(shop)).users).toHaveLength(1);
  });

  it("notifies admins of a new user and requests only the scopes that it needs", async () => {
    const shop = await open();
    const told: string[] = [];
    shop.shop.events.onEvents(
      (events = []) => void told.push(...events.flatMap(({ tags }) => tags)),
    );
    const { searchParams } = new URL(await startGoogleSignIn(openVisitor(shop)));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: "shop",
      response_type: "code",
      redirect_uri: `${shop.url}/api/identity/google/callback`,
      scope: "openid email profile",
      prompt: "select_account",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    await signInWithGoogle(openVisitor(shop), grace);
    expect(told).toContain("users");
    const admin = await signUpAdmin(shop);
    expect((await admin.get("/api/user")).body).toContainEqual(
      expect.objectContaining({ email: "grace.holm@people.example" }),
    );
  });

  it("ends the session that the browser had before", async () => {
    const shop = await open();
    const browser = openVisitor(shop);
    await signInWithGoogle(browser, grace);
    const former = new Map(browser.cookies);
    await signInWithGoogle(browser, omar);
    expect(await whoIs(browser)).toMatchObject({ name: "Omar Haddad" });
    const left = openVisitor(shop);
    for (const [name, value] of former) left.cookies.set(name, value);
    expect(await whoIs(left)).toBeNull();
    expect((await rows(shop)).sessions).toHaveLength(1);
  });

  it("creates one account for two concurrent callbacks", async () => {
    const shop = await open();
    const browsers = Array.from({ length: 8 }, () => openVisitor(shop));
    const ends = await Promise.all(browsers.map((each) => signInWithGoogle(each, grace)));
    expect(new Set(ends)).toEqual(new Set(["/login"]));
    const { users, identities, sessions } = await rows(shop);
    expect([users.length, identities.length, sessions.length]).toEqual([1, 1, 8]);
  });

  it("stores the flow in an HttpOnly cookie for ten minutes", async () => {
    const shop = await openShopWithGoogle({ env: { ORIGIN: "https://shop.example" } });
    const response = await shop.request("/api/identity/google", {
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-google=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    const { searchParams } = new URL(response.headers.get("location") ?? "");
    expect(searchParams.get("redirect_uri")).toBe(
      "https://shop.example/api/identity/google/callback",
    );
  });
});

describe("a refused sign-in with Google", () => {
  it("says that the person cancelled", async () => {
    const shop = await open();
    const browser = openVisitor(shop);
    const end = await signInWithGoogle(browser, { cancel: "yes" }, "from=/product");
    expect(end).toBe("/login?refused=cancelled&from=%2Fproduct");
    expect(browser.cookies.size).toBe(0);
  });

  it("never links an account by its e-mail", async () => {
    const shop = await open();
    await signUp(shop, { email: "grace.holm@people.example" });
    const before = await rows(shop);
    const browser = openVisitor(shop);
    expect(await signInWithGoogle(browser, grace)).toBe("/login?refused=taken");
    expect(await whoIs(browser)).toBeNull();
    expect(await rows(shop)).toEqual(before);
  });

  it("accepts both flows that were started in two tabs", async () => {
    const shop = await open();
    const browser = openVisitor(shop);
    const ways = [
      await completeGoogleSignIn(await startGoogleSignIn(browser, "from=/about"), grace),
      await completeGoogleSignIn(await startGoogleSignIn(browser, "from=/blog"), grace),
    ];
    for (const [index, end] of ["/login?from=%2Fabout", "/login?from=%2Fblog"].entries()) {
      const back = await browser.request(pathOf(ways[index] ?? ""));
      expect(back.headers.get("location")).toBe(end);
    }
  });

  it("accepts a response once, and only in the browser that started the flow", async () => {
    const shop = await open();
    const browser = openVisitor(shop);
    const back = await completeGoogleSignIn(await startGoogleSignIn(browser, "from=/about"), grace);
    const stranger = await openVisitor(shop).request(pathOf(back));
    expect(stranger.headers.get("location")).toBe("/login?refused=expired");
    const first = await browser.request(pathOf(back));
    expect(first.headers.get("location")).toBe("/login?from=%2Fabout");
    const again = await browser.request(pathOf(back));
    expect(again.headers.get("location")).toBe("/login?refused=expired");
  });

  it.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)"])(
    "redirects only to own pages, not to %s",
    async (from) => {
      const shop = await open();
      const sent = `from=${encodeURIComponent(from)}`;
      expect(await signInWithGoogle(openVisitor(shop), grace, sent)).toBe("/login");
    },
  );

  it("drops a return path of over 200 characters and signs in all the same", async () => {
    const shop = await open();
    const longest = `/${"a".repeat(199)}`;
    const comeBack = (from: string) =>
      signInWithGoogle(openVisitor(shop), grace, `from=${encodeURIComponent(from)}`);
    expect(await comeBack(longest)).toBe(`/login?from=%2F${"a".repeat(199)}`);
    expect(await comeBack(`${longest}a`)).toBe("/login");
    expect(await comeBack(`/${"ü".repeat(1_900)}`)).toBe("/login");
  });

  it("reports an outage of Google and recovers after it", async () => {
    expectWarning(/fetch failed/);
    const shop = await openShopWithGoogle();
    const { issuer } = shop;
    Object.assign(shop.shop.env, { GOOGLE_ISSUER: "http://localhost:9" });
    const browser = openVisitor(shop);
    expect(await startGoogleSignIn(browser, "from=/about")).toBe(
      "/login?refused=unavailable&from=%2Fabout",
    );
    Object.assign(shop.shop.env, { GOOGLE_ISSUER: issuer });
    expect(await signInWithGoogle(browser, grace)).toBe("/login");
  });

  it("times out if Google does not answer", async () => {
    expectWarning(/timed out/);
    changeSettings(googleTimeout, { seconds: 0.5 });
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const shop = await openShop({
      env: {
        GOOGLE_ISSUER: `http://localhost:${port}`,
        GOOGLE_CLIENT_ID: "shop",
        GOOGLE_CLIENT_SECRET: "secret",
      },
    });
    expect(await startGoogleSignIn(openVisitor(shop))).toBe("/login?refused=unavailable");
  });

  it("limits starts per address", async () => {
    const shop = await openShopWithGoogle({ env: { PROXIES: "127.0.0.1" } });
    const at = (address: string) => openVisitor(shop, { "x-forwarded-for": address });
    for (let count = 0; count < 60; count++) await startGoogleSignIn(at("203.0.113.7"));
    expect(await startGoogleSignIn(at("203.0.113.7"))).toBe("/login?refused=too-many");
    expect(await startGoogleSignIn(at("203.0.113.8"))).toContain(shop.issuer);
  });
});

describe("the start of a sign-in", () => {
  // Backslashes take the most bytes in the cookie.
  const longest = `from=${encodeURIComponent(`/a?${"\\".repeat(197)}`)}`;

  it("keeps the newest three flows in one small cookie", async () => {
    const shop = await open();
    const browser = openVisitor(shop);
    const starts: string[] = [];
    for (let count = 0; count < 20; count++) starts.push(await startGoogleSignIn(browser, longest));
    expect([...browser.cookies.values()].join().length).toBeLessThan(3_000);
    const ends: (string | null)[] = [];
    for (const start of starts.slice(-4)) {
      const back = await browser.request(pathOf(await completeGoogleSignIn(start, grace)));
      ends.push(back.headers.get("location"));
    }
    expect(ends[0]).toBe("/login?refused=expired");
    expect(ends.slice(1)).toEqual(Array(3).fill(expect.stringMatching(/^\/login(?!\?refused)/)));
  });

  it.each(["image", "empty", "iframe", "script"])(
    "is rejected if a page loads it as %s, without a cookie and uncounted",
    async (destination) => {
      const shop = await open();
      for (let count = 0; count < 61; count++) {
        const response = await shop.request("/api/identity/google", {
          headers: { "sec-fetch-dest": destination },
          redirect: "manual",
        });
        expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
      }
      expect(await startGoogleSignIn(openVisitor(shop))).toContain(shop.issuer);
    },
  );

  it.each<[string, (origin: string) => Record<string, string>]>([
    ["another site", () => ({ "sec-fetch-site": "cross-site" })],
    ["a neighbour", (origin) => ({ "sec-fetch-site": "same-site", referer: `${origin}/login` })],
    ["another site, in an older browser", () => ({ referer: "https://evil.example/" })],
    ["nobody knows what", () => ({})],
  ])("by %s leads to the login page, without a cookie and uncounted", async (_, headersOf) => {
    const shop = await open();
    const begin = (headers: Record<string, string>) =>
      shop.request("/api/identity/google?from=/blog", { redirect: "manual", headers });
    for (let count = 0; count < 61; count++) {
      const { status, headers } = await begin(headersOf(shop.shop.origin));
      expect([status, headers.get("location")]).toEqual([303, "/login?from=%2Fblog"]);
      expect(headers.getSetCookie()).toEqual([]);
    }
    const ours = await begin({ referer: `${shop.shop.origin}/login` });
    expect(ours.headers.get("location")).toContain(shop.issuer);
  });
});

describe("a sign-in with Google in a browser", () => {
  it("is not affected by sixty pictures with its address", async () => {
    const shop = await open();
    const page = await openPage(`${shop.url}/about`, { expectedTroubles: /403|ORB|blocked/ });
    await page.evaluate(
      (from) => {
        const load = (_: unknown, index: number) =>
          new Promise<void>((resolve) => {
            const image = document.createElement("img");
            image.onerror = () => resolve();
            image.src = `/api/identity/google?${from}${index}`;
            document.body.append(image);
          });
        return Promise.all(Array.from({ length: 60 }, load)).then(() => {});
      },
      `from=/${"a".repeat(1_900)}`,
    );
    expect((await page.goto(`${shop.url}/login`))?.status()).toBe(200);
    await page.getByRole("link", { name: "continue with Google" }).click();
    await page.getByRole("button", { name: "Mei Tanaka" }).waitFor();
  });

  it("leads from a protected page to Google and back", async () => {
    const shop = await open();
    const page = await openPage(`${shop.url}/dashboard/addReview`);
    await page.getByRole("link", { name: "continue with Google" }).click();
    await page.getByRole("button", { name: "Mei Tanaka" }).click();
    await page.waitForURL(`${shop.url}/dashboard/addReview`);
    await page.getByRole("heading", { name: "Welcome to your Dashboard" }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeTruthy();
  });

  it("explains a cancelled sign-in on /login and keeps the return path", async () => {
    const shop = await open();
    const page = await openPage(`${shop.url}/dashboard/addReview`);
    await page.getByRole("link", { name: "continue with Google" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect
      .poll(() => page.getByRole("alert").textContent())
      .toContain("Error: The sign-in with Google was cancelled");
    await page.getByRole("link", { name: "continue with Google" }).click();
    await page.getByRole("button", { name: "Grace Holm" }).click();
    await page.waitForURL(`${shop.url}/dashboard/addReview`);
  });
});
