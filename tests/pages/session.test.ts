// What a browser believes of its session is true: at the first paint, in every tab, and after
// the session ended from elsewhere.

import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { changePerson, removePeople } from "#tests/builders/person.ts";
import {
  changeSessions,
  endAccessTokens,
  endSessions,
  findSessions,
} from "#tests/builders/session.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { openPage, type PageOptions } from "#tests/open-page.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import {
  holdRequests,
  pressButton,
  readAccessToken,
  readPersonalLinks,
  setCookies,
  submitSignIn,
} from "#tests/page-actions.ts";
import { newAccount, type SignedIn, signIn, signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";

const emptyShop = shareEmptyShop();

let vera = newAccount();
beforeEach(() => {
  vera = newAccount();
});
const signedIn = ["Dashboard", "Sign Out"];
const signedOut = ["Login"];
const refused = { expectedTroubles: /status of 40[13]/ };

async function openSignedIn(shop: OpenShop, options: PageOptions = {}): Promise<Page> {
  await signUp(shop, vera);
  return signInByForm(shop, options);
}

async function signInByForm(shop: OpenShop, options: PageOptions): Promise<Page> {
  const page = await openPage(`${shop.url}/login`, options);
  await submitSignIn(page, vera);
  await page.waitForURL(`${shop.url}/dashboard`);
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
  it.each([390, 1440])("never shows what is wrong, at %d pixels", async (width) => {
    const shop = await emptyShop();
    const viewport = { width, height: 800 };
    const page = await openSignedIn(shop, { viewport, ownPage: true });
    const seen = await watchOffers(page);
    for (const path of ["/", "/product", "/dashboard"]) {
      await Promise.all([sessionKnown(page), page.goto(shop.url + path)]);
      await waitForHydration(page);
      expect([path, await seen()]).toEqual([path, [signedIn.join()]]);
      expect([path, await moved(page)]).toEqual([path, []]);
    }
    // One line: nothing is pushed below.
    const { height } = (await page.getByRole("banner").boundingBox()) ?? { height: 0 };
    expect(height).toBeLessThan(70);
  });

  it("is right before any of the shop's code has come", async () => {
    const shop = await emptyShop();
    const page = await openSignedIn(shop);
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

  it("is for visitors without JavaScript", async () => {
    const { url } = await emptyShop();
    const page = await openPage(url, {
      javaScriptEnabled: false,
      expectedTroubles: /failed: csp$/,
    });
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedOut);
  });
});

describe("signing out", () => {
  it("[§4.6] ends the session, here and in every other tab", async () => {
    const shop = await emptyShop();
    const page = await openSignedIn(shop, { ownPage: true });
    const seen = await watchOffers(page);
    const [cookie] = await page.context().cookies();
    const onPublic = await page.context().newPage();
    const onPrivate = await page.context().newPage();
    await onPublic.goto(shop.url);
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

  it("leaves a page that is for signed-in people, and forgets what it showed", async () => {
    const shop = await emptyShop();
    // A call may be under way.
    const page = await openSignedIn(shop, { expectedTroubles: /401/ });
    await page.getByText(vera.email).first().waitFor();
    await pressButton(page, "Sign Out");
    await page.waitForURL(`${shop.url}/login`);
    const other = await signUp(shop, { name: "Omar Haddad", email: "omar@example.com" });
    await submitSignIn(page, other);
    await page.getByText(other.email).first().waitFor();
    await expect.poll(() => page.getByText(vera.email).count()).toBe(0);
  });

  it("does not pretend, where the shop cannot be reached", async () => {
    const shop = await emptyShop();
    const page = await openSignedIn(shop, { expectedTroubles: /ERR_FAILED/ });
    await page.route("**/api/identity/sign-out", (route) => route.abort());
    await pressButton(page, "Sign Out");
    await page.getByRole("alert").getByText("You are not signed out.").waitFor();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedIn);
    await expect.poll(() => readAccessToken(page)).not.toBeNull();
  });
});

describe("a session that ended from elsewhere", () => {
  it.each([
    [
      "expired",
      (shop: OpenShop, person: SignedIn) =>
        changeSessions(shop, person, { expiresAt: timeAgo({ seconds: 1 }) }),
    ],
    ["was ended", endSessions],
  ])("%s: leads to the login, and back afterwards", async (_how, end) => {
    const shop = await emptyShop();
    const someone = await signUp(shop, vera);
    const page = await signInByForm(shop, refused);
    await page.getByText(vera.email).first().waitFor();
    await end(shop, someone);
    // A call still under way may have told the page already: then the link is gone.
    const link = page.getByRole("link", { name: "Update Profile" });
    await link.evaluateAll((links: HTMLElement[]) => links[0]?.click());
    await page.waitForURL(/\/login\?from=%2Fdashboard(%2FupdateProfile)?$/);
    await expect.poll(() => readAccessToken(page)).toBeNull();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedOut);
  });

  it.each<[string, (shop: OpenShop, person: SignedIn) => Promise<unknown>]>([
    ["lost its user", ({ shop }, person) => removePeople(shop.db, person)],
    ["was ended there", (_, { send }) => send("POST", "/api/identity/sign-out-everywhere")],
  ])("%s: leads to the login at once, for the shop tells of it", async (_how, end) => {
    const shop = await emptyShop();
    const someone = await signUp(shop, vera);
    const page = await signInByForm(shop, refused);
    // A page of which nothing else is told.
    await page.getByRole("link", { name: "Sign-in and security" }).click();
    await page.getByRole("button", { name: "Sign out everywhere" }).waitFor();
    await end(shop, someone);
    await page.waitForURL(`${shop.url}/login?from=%2Fdashboard%2Fsecurity`);
    await expect.poll(() => readAccessToken(page)).toBeNull();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedOut);
  });

  it("is known on arrival, too", async () => {
    const shop = await emptyShop();
    const page = await openSignedIn(shop, refused);
    await endSessions(shop);
    await page.goto(`${shop.url}/dashboard`);
    await page.waitForURL(`${shop.url}/login?from=%2Fdashboard`);
    await expect.poll(() => readAccessToken(page)).toBeNull();
  });

  it("goes on by its cookie where only the token is dead, and gets another", async () => {
    const shop = await emptyShop();
    const page = await openSignedIn(shop, refused);
    await page.getByRole("link", { name: "My Order" }).waitFor();
    const dead = await readAccessToken(page);
    await endAccessTokens(shop);
    await page.reload();
    await page.getByRole("link", { name: "My Order" }).waitFor();
    await expect.poll(() => readAccessToken(page)).not.toBe(dead);
    await expect.poll(() => readAccessToken(page)).toMatch(/^[\w-]{43}$/);
  });
});

describe("pages that are not for everyone", () => {
  it("[§4.7] say Loading... until it is known who is there, and ask again where that failed", async () => {
    const shop = await emptyShop();
    const someone = await signUp(shop, vera);
    const page = await openPage("about:blank", { expectedTroubles: /ERR_FAILED/ });
    await setCookies(page, shop.url, someone);
    await page.route("**/api/identity/session", (route) => route.abort());
    await page.goto(`${shop.url}/dashboard`);
    await page.getByRole("status").getByText("Loading...").waitFor();
    await page.getByText("Your sign-in could not be checked").waitFor();
    await expect.poll(() => page.url()).toBe(`${shop.url}/dashboard`);
    await page.unroute("**/api/identity/session");
    await pressButton(page, "Try again");
    await page.getByRole("heading", { name: "Welcome to your Dashboard" }).waitFor();
  });

  it("[§4.9] of admins: sign out who is none, and lead to the login", async () => {
    const shop = await emptyShop();
    const someone = await signUp(shop, vera);
    const page = await signInByForm(shop, refused);
    await page.goto(`${shop.url}/dashboard/makeAdmin`);
    await page.waitForURL(`${shop.url}/login`);
    await expect.poll(() => readAccessToken(page)).toBeNull();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedOut);
    expect(await findSessions(shop, someone)).toHaveLength(1);
  });

  it("of admins: nobody is signed out while the check is under way, or has failed", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const page = await openPage("about:blank", { expectedTroubles: /ERR_FAILED/ });
    await setCookies(page, shop.url, await signIn(shop, admin));
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
  });

  it("of admins: are closed to who is one no more", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const page = await openPage("about:blank", refused);
    await setCookies(page, shop.url, admin);
    await page.goto(`${shop.url}/dashboard/addProduct`);
    await page.getByRole("heading", { name: "Add A New Product" }).waitFor();
    await changePerson(shop.shop.db, admin, { role: "customer" });
    // The menu may have lost its link by now.
    await page.goto(`${shop.url}/dashboard/manageAllOrders`);
    await page.waitForURL(/\/login/);
    await expect.poll(() => readAccessToken(page)).toBeNull();
  });
});
