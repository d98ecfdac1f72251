// What a browser believes of its session is true: at the first paint, in every tab, and after
// the session ended from elsewhere.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { changePerson } from "#tests/builders/person.ts";
import { changeSessions, endAccessTokens, endSessions } from "#tests/builders/session.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { blank, type PageOptions } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import {
  holdRequests,
  pressButton,
  readAccessToken,
  readPersonalLinks,
  submitSignIn,
} from "#tests/page-actions.ts";
import { type SignedIn, signIn, signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";

const emptyShop = shareEmptyShop();

const signedIn = ["Dashboard", "Sign Out"];
const signedOut = ["Login"];
const refused = { expectedTroubles: /status of 40[13]/ };

/** The browser knows it, as at a later visit. */
async function openSignedIn(
  shop: OpenShop,
  someone: SignedIn,
  path: string,
  options: PageOptions = {},
): Promise<Page> {
  const page = await openPageAs(shop, someone, path, options);
  await expect.poll(() => readAccessToken(page)).not.toBeNull();
  return page;
}

/** Writes down whatever the navbar offers, at each frame. */
async function watchOffers(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      const items = [...document.querySelectorAll("#navigation li")].slice(5);
      // In the closed menu of a phone as well.
      const shown = items.filter((item) => getComputedStyle(item).display !== "none");
      if (items.length > 0) seen.add(shown.map((item) => item.textContent).join());
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
}

/** What moved by itself of that which stands around the page. */
const moved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        type Shift = PerformanceEntry & { sources: { node: Node | null }[] };
        const shifted: Node[] = [];
        new PerformanceObserver((list) => {
          const sources = (list.getEntries() as Shift[]).flatMap((entry) => entry.sources);
          shifted.push(...sources.flatMap(({ node }) => node ?? []));
        }).observe({ type: "layout-shift", buffered: true });
        const around = [...document.querySelectorAll("header, footer")];
        const tell = () => {
          const ours = shifted.filter((node) => around.some((part) => part.contains(node)));
          resolve(ours.map((node) => node.textContent ?? ""));
        };
        requestAnimationFrame(() => requestAnimationFrame(tell));
      }),
  );

const sessionKnown = (page: Page) => page.waitForResponse("**/api/identity/session");

describe("the navbar", () => {
  it("never shows what is wrong, on a phone and a desk", async () => {
    const shop = await emptyShop();
    const viewport = { width: 390, height: 800 };
    const someone = await signUp(shop);
    const page = await openSignedIn(shop, someone, "/about", { viewport, ownPage: true });
    const seen = await watchOffers(page);
    const views = [
      [390, "/"],
      [390, "/product"],
      [390, "/dashboard"],
      [1440, "/"],
      [1440, "/dashboard"],
    ] as const;
    for (const [width, path] of views) {
      await page.setViewportSize({ width, height: 800 });
      await Promise.all([sessionKnown(page), page.goto(shop.url + path)]);
      await waitForHydration(page);
      expect([path, await seen()]).toEqual([path, [signedIn.join()]]);
      expect([path, await moved(page)]).toEqual([path, []]);
      // One line: nothing is pushed below.
      const { height } = (await page.getByRole("banner").boundingBox()) ?? { height: 0 };
      expect(height).toBeLessThan(70);
    }
  });

  it("is right before any of the shop's code has come", async () => {
    const shop = await emptyShop();
    const page = await openSignedIn(shop, await signUp(shop), "/about");
    const letGo = await holdRequests(page, "**/assets/*.js");
    await page.goto(shop.url, { waitUntil: "commit" });
    await page.getByRole("link", { name: "Dashboard" }).waitFor();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedIn);
    await page.evaluate(() => localStorage.clear());
    await page.reload({ waitUntil: "commit" });
    await page.getByRole("link", { name: "Login" }).waitFor();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedOut);
    letGo();
    // The token was lost, the session was not.
    await page.getByRole("link", { name: "Dashboard" }).waitFor();
    await expect.poll(() => readAccessToken(page)).not.toBeNull();
  });
});

describe("signing out", () => {
  it("[§4.6] ends the session, here and in every other tab", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const page = await openPageAs(shop, vera, blank, { ownPage: true });
    const seen = await watchOffers(page);
    const [cookie] = await page.context().cookies();
    const onPublic = await page.context().newPage();
    const onPrivate = await page.context().newPage();
    await onPublic.goto(shop.url);
    await expect.poll(() => readAccessToken(onPublic)).not.toBeNull();
    await onPrivate.goto(`${shop.url}/dashboard/updateProfile`);
    await onPrivate.getByRole("heading", { name: "Update Profile" }).waitFor();
    await page.goto(`${shop.url}/product`);
    await waitForHydration(page);

    await pressButton(page, "Sign Out");
    await page.getByRole("link", { name: "Login" }).waitFor();
    await expect.poll(seen).toEqual([signedIn.join(), signedOut.join()]);
    await expect.poll(() => page.url()).toBe(`${shop.url}/product`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Login");
    await expect.poll(() => readAccessToken(page)).toBeNull();
    await expect.poll(() => readPersonalLinks(onPublic)).toEqual(signedOut);
    await onPrivate.waitForURL(`${shop.url}/login?from=%2Fdashboard%2FupdateProfile`);

    // Nor does the cookie open anything, should somebody have kept it.
    const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
    expect((await shop.request("/api/identity/sessions", { headers })).status).toBe(401);

    // And in again, in every tab.
    await submitSignIn(onPrivate, vera);
    await onPrivate.waitForURL(`${shop.url}/dashboard/updateProfile`);
    await expect.poll(() => readPersonalLinks(onPublic)).toEqual(signedIn);
  });

  it("says where it failed, leaves a page that is for signed-in people, and forgets what it showed", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    // A call may be under way.
    const troubles = { expectedTroubles: /401|ERR_FAILED/ };
    const page = await openSignedIn(shop, vera, "/dashboard", troubles);
    await page.getByText(vera.email).first().waitFor();
    await page.route("**/api/identity/sign-out", (route) => route.abort(), { times: 1 });
    await pressButton(page, "Sign Out");
    await page.getByRole("alert").getByText("You are not signed out.").waitFor();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedIn);
    await expect.poll(() => readAccessToken(page)).not.toBeNull();
    await pressButton(page, "Sign Out");
    await page.waitForURL(`${shop.url}/login`);
    const other = await signUp(shop, { name: "Omar Haddad", email: "omar@example.com" });
    await submitSignIn(page, other);
    await page.getByText(other.email).first().waitFor();
    await expect.poll(() => page.getByText(vera.email).count()).toBe(0);
  });
});

describe("a session that ended from elsewhere", () => {
  it("leads to the login, and back, and on arrival, but not where only the token is dead", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const page = await openSignedIn(shop, vera, "/dashboard", refused);
    await page.getByText(vera.email).first().waitFor();
    await changeSessions(shop, vera, { expiresAt: timeAgo({ seconds: 1 }) });
    // A call still under way may have told the page already: then the link is gone.
    const link = page.getByRole("link", { name: "Update Profile" });
    await link.evaluateAll((links: HTMLElement[]) => links[0]?.click());
    await page.waitForURL(/\/login\?from=%2Fdashboard(%2FupdateProfile)?$/);
    await expect.poll(() => readAccessToken(page)).toBeNull();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedOut);
    await submitSignIn(page, vera);
    await page.waitForURL(/\/dashboard(\/updateProfile)?$/);

    await endSessions(shop);
    await page.goto(`${shop.url}/dashboard`);
    await page.waitForURL(`${shop.url}/login?from=%2Fdashboard`);
    await expect.poll(() => readAccessToken(page)).toBeNull();
    await submitSignIn(page, vera);
    await page.waitForURL(`${shop.url}/dashboard`);

    // It goes on by its cookie, and gets another token.
    await page.getByRole("link", { name: "My Order" }).waitFor();
    const dead = await readAccessToken(page);
    await endAccessTokens(shop);
    await page.reload();
    await page.getByRole("link", { name: "My Order" }).waitFor();
    await expect.poll(() => readAccessToken(page)).not.toBe(dead);
    await expect.poll(() => readAccessToken(page)).toMatch(/^[\w-]{43}$/);
  });

  it("was ended there: leads to the login at once, for the shop tells of it", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    // A page of which nothing else is told.
    const here = await signIn(shop, vera);
    const page = await openSignedIn(shop, here, "/dashboard/security", refused);
    await page.getByRole("button", { name: "Sign out everywhere" }).waitFor();
    await vera.send("POST", "/api/identity/sign-out-everywhere");
    await page.waitForURL(`${shop.url}/login?from=%2Fdashboard%2Fsecurity`);
    await expect.poll(() => readAccessToken(page)).toBeNull();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedOut);
  });
});

describe("pages that are not for everyone", () => {
  it("[§4.7] say Loading... until it is known who is there, and ask again where that failed", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUp(shop), blank, {
      expectedTroubles: /ERR_FAILED/,
    });
    await page.route("**/api/identity/session", (route) => route.abort());
    await page.goto(`${shop.url}/dashboard`);
    await page.getByRole("status").getByText("Loading...").waitFor();
    await page.getByText("Your sign-in could not be checked").waitFor();
    await expect.poll(() => page.url()).toBe(`${shop.url}/dashboard`);
    await page.unroute("**/api/identity/session");
    await pressButton(page, "Try again");
    await page.getByRole("heading", { name: "Welcome to your Dashboard" }).waitFor();
  });

  it("of admins: sign out nobody while the check is under way or has failed, and who is one no more", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const page = await openPageAs(shop, admin, blank, {
      expectedTroubles: /ERR_FAILED|status of 40[13]/,
    });
    let letGo = (_how: "abort" | "continue") => {};
    const held = new Promise<"abort" | "continue">((resolve) => {
      letGo = resolve;
    });
    await page.route("**/api/admin/**", async (route) => route[await held]());
    await page.goto(`${shop.url}/dashboard/addProduct`);
    await page.getByRole("heading", { name: "Welcome to your Dashboard" }).waitFor();
    await page.getByRole("status").getByText("Loading...").waitFor();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedIn);
    letGo("abort");
    await page.getByText("Your sign-in could not be checked").waitFor();
    await expect.poll(() => page.url()).toBe(`${shop.url}/dashboard/addProduct`);
    await page.unroute("**/api/admin/**");
    await pressButton(page, "Try again");
    await page.getByRole("heading", { name: "Add A New Product" }).waitFor();

    await changePerson(shop.shop.db, admin, { role: "customer" });
    // The menu may have lost its link by now.
    await page.goto(`${shop.url}/dashboard/manageAllOrders`);
    await page.waitForURL(/\/login/);
    await expect.poll(() => readAccessToken(page)).toBeNull();
  });
});
