// What seems to be the end of a session and is none, and what an end must not take with it.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { endSessions } from "#tests/builders/session.ts";
import { blank, openPage } from "#tests/open-page.ts";
import { openPageAs, toast } from "#tests/open-page-as.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import {
  fillFields,
  findLetterLink,
  pressButton,
  readAccessToken,
  readPersonalLinks,
  submitSignIn,
} from "#tests/page-actions.ts";
import { goodPassword, openVisitor, signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";

const emptyShop = shareEmptyShop();

const signedIn = ["Dashboard", "Sign Out"];
const refused = { expectedTroubles: /status of 40[13]/ };
const nobody = { error: { code: "not-signed-in", message: "Please sign in first." } };

async function changePassword(page: Page): Promise<void> {
  await page.getByLabel("Current password").fill(goodPassword);
  await page.getByLabel("New password").fill("a whole new horse");
  await pressButton(page, "Change password");
  await toast(page, "Your password is changed. All other browsers are signed out.").waitFor();
}

it("a password that is changed in another tab signs nobody out whose call was under way, and leaves no dead token", async () => {
  const shop = await emptyShop();
  const vera = await signUp(shop);
  const page = await openPageAs(shop, vera, "/dashboard/security", refused);
  await page.getByLabel("Current password").waitFor();
  await expect.poll(() => readAccessToken(page)).not.toBeNull();
  const dead = await readAccessToken(page);
  const other = await page.context().newPage();
  let letGo = () => {};
  const changed = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // It left with the cookie of before, and is answered afterwards.
  const statuses: number[] = [];
  await other.route(
    "**/api/updateUser/**",
    async (route) => {
      const { cookie = "" } = await route.request().allHeaders();
      await changed;
      const path = new URL(route.request().url()).pathname;
      const answer = await shop.request(path, { headers: { cookie } });
      statuses.push(answer.status);
      await route.fulfill({ status: answer.status, json: await answer.json() });
    },
    { times: 1 },
  );
  const underWay = other.waitForRequest("**/api/updateUser/**");
  await other.goto(`${shop.url}/dashboard/updateProfile`);
  await underWay;
  await changePassword(page);
  letGo();

  await other.getByLabel("Education").waitFor();
  expect(statuses).toEqual([401]);
  expect(other.url()).toBe(`${shop.url}/dashboard/updateProfile`);
  for (const tab of [page, other]) {
    await expect.poll(() => readPersonalLinks(tab)).toEqual(signedIn);
    await expect.poll(() => readAccessToken(tab)).not.toBeNull();
  }

  await expect.poll(() => readAccessToken(page)).not.toBe(dead);
  const authorization = `Bearer ${await readAccessToken(page)}`;
  const path = `/api/admin/${vera.email}`;
  const answer = await openVisitor(shop).request(path, { headers: { authorization } });
  expect(answer.status).toBe(200);
});

it("a token that is gone, or a call that is always refused, signs nobody out while the session lives", async () => {
  const shop = await emptyShop();
  const page = await openPageAs(shop, await signUp(shop), "/about", refused);
  await expect.poll(() => readAccessToken(page)).not.toBeNull();
  const other = await page.context().newPage();
  await other.goto(`${shop.url}/robots.txt`);
  const loseToken = async () => {
    const gone = page.waitForResponse("**/api/identity/session");
    await other.evaluate(() => localStorage.clear());
    await gone;
    await expect.poll(() => readAccessToken(page)).not.toBeNull();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedIn);
  };
  await loseToken();

  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.route("**/api/updateUser/**", (route) => route.fulfill({ status: 401, json: nobody }));
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("alert").getByText("Your profile could not be fetched").waitFor();
  const timesAsked = (begin: string) => asked.filter((path) => path.startsWith(begin)).length;
  // For the prefetch and for the page, each once more after a look at the session.
  expect(timesAsked("/api/updateUser/")).toBeLessThanOrEqual(4);
  expect(timesAsked("/api/identity/session")).toBeLessThanOrEqual(2);
  await loseToken();
  expect(page.url()).toBe(`${shop.url}/dashboard`);
});

it("a page that comes back from memory stays signed in where nothing may be stored", async () => {
  const shop = await emptyShop();
  const page = await openPageAs(shop, await signUp(shop), blank, { ownPage: true });
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("Refused", "SecurityError");
      },
    });
  });
  await page.goto(`${shop.url}/dashboard`);
  await page.getByText("Nothing here yet").first().waitFor();
  const asked = page.waitForResponse("**/api/identity/session");
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
  );
  await asked;
  await expect.poll(() => readPersonalLinks(page)).toEqual(signedIn);
  await expect.poll(() => page.url()).toBe(`${shop.url}/dashboard`);
});

/** The page may hear that the session is over before the press. */
async function saveAtTheEnd(shop: OpenShop, page: Page): Promise<void> {
  const signedOut = page.waitForURL(`${shop.url}/login?from=%2Fdashboard%2FupdateProfile`);
  await endSessions(shop);
  await Promise.any([pressButton(page, "Save"), signedOut]);
  await signedOut;
}

it("what was written into the profile is there again after a session's end, and for nobody else", async () => {
  const shop = await emptyShop();
  const [vera, omar] = [await signUp(shop), await signUp(shop, { name: "Omar Haddad" })];
  const page = await openPageAs(shop, vera, "/dashboard/updateProfile", refused);
  const education = page.getByLabel("Education");
  const kept = () => page.evaluate(() => Object.values(sessionStorage).join());
  await fillFields(page, { Education: "Mechanical engineering", Location: "Dhaka" });
  await saveAtTheEnd(shop, page);
  await submitSignIn(page, vera);
  await page.waitForURL(`${shop.url}/dashboard/updateProfile`);
  await expect.poll(() => education.inputValue()).toBe("Mechanical engineering");
  await expect.poll(() => page.getByLabel("Location").inputValue()).toBe("Dhaka");
  await pressButton(page, "Save");
  await page.waitForURL(`${shop.url}/dashboard`);
  await page.getByText("Mechanical engineering").waitFor();
  await expect.poll(kept).not.toContain("Dhaka");

  await page.getByRole("main").getByRole("link", { name: "Update Profile" }).click();
  await fillFields(page, { Education: "Painting" });
  await saveAtTheEnd(shop, page);
  await submitSignIn(page, omar);
  await page.waitForURL(`${shop.url}/dashboard/updateProfile`);
  await education.waitFor();
  await expect.poll(() => education.inputValue()).toBe("");

  // Nor does anything stay of who signs out.
  await fillFields(page, { Education: "Welding" });
  await pressButton(page, "Sign Out");
  await page.waitForURL(`${shop.url}/login`);
  await expect.poll(kept).not.toContain("Welding");
});

it("a session that ends as a new password is set leads to the login", async () => {
  const shop = await emptyShop();
  const vera = await signUp(shop);
  await shop.send("POST", "/api/identity/forgotten", { email: vera.email });
  const page = await openPage(await findLetterLink(shop), refused);
  await waitForHydration(page);
  await page.route("**/api/user/**", async (route) => {
    await endSessions(shop);
    await route.continue();
  });
  await fillFields(page, { "New password": "quite another" });
  await pressButton(page, "Set password");
  await page.waitForURL(`${shop.url}/login?from=%2Fdashboard`);
  await page.getByLabel("Email").waitFor();
});
