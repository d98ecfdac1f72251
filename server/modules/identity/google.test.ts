import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Person } from "#contract/identity.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { completeGoogleSignIn } from "#tests/complete-google-sign-in.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { openPage } from "#tests/open-page.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import {
  grace,
  omar,
  openShopWithGoogle,
  signInWithGoogle,
  startGoogleSignIn,
} from "#tests/open-shop-with-google.ts";
import { openVisitor, signUp, signUpAdmin, type Visitor } from "#tests/people.ts";

const whoIs = async ({ get }: Visitor) =>
  ((await get("/api/identity/session")).body as { user: Person | null }).user;
const rows = async ({ shop }: OpenShop) => ({
  users: await queryRows(
    shop.db,
    sql`select email, name, role, password_hash from users order by email`,
  ),
  identities: await queryRows(
    shop.db,
    sql`select issuer, subject from identities order by subject`,
  ),
  sessions: await queryRows(shop.db, sql`select id from sessions`),
});
const pathOf = (address: string) => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

describe("continuing with Google", () => {
  it("makes an account, signs in, and comes back to where the person was", async () => {
    const shop = await openShopWithGoogle();
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

  it("knows the person again, at another browser and after their e-mail changed here", async () => {
    const shop = await openShopWithGoogle();
    await signInWithGoogle(openVisitor(shop), grace);
    await shop.shop.db.execute(sql`update users set email = 'grace@elsewhere.example'`);
    const other = openVisitor(shop);
    expect(await signInWithGoogle(other, grace)).toBe("/login");
    expect(await whoIs(other)).toMatchObject({ email: "grace@elsewhere.example" });
    expect((await rows(shop)).users).toHaveLength(1);
  });

  it("tells admins of a new user, and asks for what it needs and no more", async () => {
    const shop = await openShopWithGoogle();
    const told: string[] = [];
    shop.shop.changes.onChange((topics) => void told.push(...topics));
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

  it("ends the session that the browser brought along", async () => {
    const shop = await openShopWithGoogle();
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

  it("makes one account when two browsers come back at once", async () => {
    const shop = await openShopWithGoogle();
    const browsers = Array.from({ length: 8 }, () => openVisitor(shop));
    const ends = await Promise.all(browsers.map((each) => signInWithGoogle(each, grace)));
    expect(new Set(ends)).toEqual(new Set(["/login"]));
    const { users, identities, sessions } = await rows(shop);
    expect([users.length, identities.length, sessions.length]).toEqual([1, 1, 8]);
  });

  it("keeps what it remembers of the way in a cookie that no script reads, for ten minutes", async () => {
    const shop = await openShopWithGoogle({ env: { ORIGIN: "https://shop.example" } });
    const response = await shop.request("/api/identity/google", { redirect: "manual" });
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

describe("a refusal", () => {
  it("says that the person changed their mind", async () => {
    const shop = await openShopWithGoogle();
    const browser = openVisitor(shop);
    const end = await signInWithGoogle(browser, { cancel: "yes" }, "from=/product");
    expect(end).toBe("/login?refused=cancelled&from=%2Fproduct");
    expect(browser.cookies.size).toBe(0);
  });

  it("never links an account that only has the same e-mail", async () => {
    const shop = await openShopWithGoogle();
    await signUp(shop, { email: "grace.holm@people.example" });
    const before = await rows(shop);
    const browser = openVisitor(shop);
    expect(await signInWithGoogle(browser, grace)).toBe("/login?refused=taken");
    expect(await whoIs(browser)).toBeNull();
    expect(await rows(shop)).toEqual(before);
  });

  it("of nobody who began in two tabs", async () => {
    const shop = await openShopWithGoogle();
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

  it("takes an answer once, and only in the browser that asked", async () => {
    const shop = await openShopWithGoogle();
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
    "leads nowhere but to a page of ours from %s",
    async (from) => {
      const shop = await openShopWithGoogle();
      const sent = `from=${encodeURIComponent(from)}`;
      expect(await signInWithGoogle(openVisitor(shop), grace, sent)).toBe("/login");
    },
  );

  it("forgets a return path of over 200 characters, not the sign-in", async () => {
    const shop = await openShopWithGoogle();
    const longest = `/${"a".repeat(199)}`;
    const comeBack = (from: string) =>
      signInWithGoogle(openVisitor(shop), grace, `from=${encodeURIComponent(from)}`);
    expect(await comeBack(longest)).toBe(`/login?from=%2F${"a".repeat(199)}`);
    expect(await comeBack(`${longest}a`)).toBe("/login");
    expect(await comeBack(`/${"ü".repeat(1_900)}`)).toBe("/login");
  });

  it("says that Google is away while it is, and goes on when it is back", async () => {
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

  it("does not wait for a Google that never answers", async () => {
    expectWarning(/timed out/);
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
    const asked = performance.now();
    expect(await startGoogleSignIn(openVisitor(shop))).toBe("/login?refused=unavailable");
    expect(performance.now() - asked).toBeLessThan(7_000);
  });

  it("bounds how often one network may start, and nobody else's", async () => {
    const shop = await openShopWithGoogle({ env: { PROXIES: "127.0.0.1" } });
    const at = (address: string) => openVisitor(shop, { "x-forwarded-for": address });
    for (let count = 0; count < 60; count++) await startGoogleSignIn(at(`203.0.113.${count}`));
    expect(await startGoogleSignIn(at("203.0.113.99"))).toBe("/login?refused=too-many");
    expect(await startGoogleSignIn(at("198.51.100.1"))).toContain(shop.issuer);
  });
});

describe("the start of a sign-in", () => {
  // Nothing else grows as much on its way into the cookie.
  const longest = `from=${encodeURIComponent(`/a?${"\\".repeat(197)}`)}`;

  it("keeps the newest three in one cookie, well below what a request may carry", async () => {
    const shop = await openShopWithGoogle();
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
    "is refused to what a page loads as %s: no cookie, no try counted",
    async (destination) => {
      const shop = await openShopWithGoogle();
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
});

describe("at a browser", () => {
  it("sixty pictures that lead there change nothing for whoever sees them", async () => {
    const shop = await openShopWithGoogle();
    const page = await openPage(`${shop.url}/about`, { expectedTroubles: /403|ORB|blocked/ });
    await page.evaluate(
      (from) => {
        const load = (_: unknown, index: number) =>
          new Promise<void>((resolve) => {
            const image = document.createElement("img");
            image.onerror = () => resolve();
            image.src = `/api/identity/google?${from}&n=${index}`;
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

  it("leads from a page that needs a sign-in to Google and back to that page", async () => {
    const shop = await openShopWithGoogle();
    const page = await openPage(`${shop.url}/dashboard/addReview`);
    await page.getByRole("link", { name: "continue with Google" }).click();
    await page.getByRole("button", { name: "Mei Tanaka" }).click();
    await page.waitForURL(`${shop.url}/dashboard/addReview`);
    await page.getByRole("heading", { name: "Welcome to your Dashboard" }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeTruthy();
  });

  it("comes back to the login in words when it is cancelled, and still knows the way", async () => {
    const shop = await openShopWithGoogle();
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
