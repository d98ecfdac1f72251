// Coming in, as people do: up, in, out, from where they were, by Google, by letter.
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { blank, openPage } from "#tests/open-page.ts";
import { shareShopWithGoogle } from "#tests/open-shop-with-google.ts";
import { aStockedPart } from "#tests/orders.ts";
import {
  expectRed,
  fillFields,
  findLetterLink,
  holdRequests,
  pressButton,
  readAccessToken,
  readPersonalLinks,
  submitSignIn,
} from "#tests/page-actions.ts";
import { newAccount, signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";

const emptyShop = shareEmptyShop();
const shopWithGoogle = shareShopWithGoogle();

let vera = newAccount();
beforeEach(() => {
  vera = newAccount();
});
const signedIn = ["Dashboard", "Sign Out"];
const refused = { expectedTroubles: /status of 4\d\d/ };

describe("signing up", () => {
  it("[§2.11 §4.3 §4.5 §9.8] leads to the dashboard, signed in, with the token kept", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/register`);
    await waitForHydration(page);
    await fillFields(page, { Name: vera.name, Email: vera.email, Password: vera.password });
    await pressButton(page, "Register");
    await page.waitForURL(`${url}/dashboard`);
    await page.getByRole("heading", { name: "Welcome to your Dashboard" }).waitFor();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedIn);
    await expect.poll(() => readAccessToken(page)).toMatch(/^[\w-]{43}$/);
    // Back does not lead to the form again.
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain("/register");
  });

  it("[§8.2] says in red that the e-mail is taken, at the field as well, and keeps what was typed", async () => {
    const shop = await emptyShop();
    await signUp(shop, vera);
    const page = await openPage(`${shop.url}/register`, refused);
    await waitForHydration(page);
    await fillFields(page, { Name: "Vera", Email: vera.email, Password: "another one" });
    await pressButton(page, "Register");
    const alert = page.getByRole("alert");
    await alert.getByText(/^Error: There is an account with this e-mail/).waitFor();
    await expectRed(alert);
    const email = page.getByLabel("Email");
    await expect.poll(() => email.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
    await expect
      .poll(() => page.getByLabel("Password", { exact: true }).inputValue())
      .toBe("another one");
    await expect.poll(() => readAccessToken(page)).toBeNull();
  });
});

describe("signing in", () => {
  it("[§4.4 §4.8] comes back to the page that asked for it, also after a reload", async () => {
    const shop = await emptyShop();
    await signUp(shop, vera);
    const path = `/purchase/${(await aStockedPart(shop, { name: "Oil Filter" })).id}?colour=red`;
    const page = await openPage(shop.url + path);
    await page.waitForURL(`${shop.url}/login?from=${encodeURIComponent(path)}`);
    await page.reload();
    await submitSignIn(page, vera);
    await page.waitForURL(shop.url + path);
    await page.getByRole("heading", { name: "Oil Filter" }).waitFor();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedIn);
  });

  it("takes the page along to the register, and into an account", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/dashboard/updateProfile`);
    await page.getByRole("link", { name: "Create an account" }).click();
    await fillFields(page, { Name: vera.name, Email: vera.email, Password: vera.password });
    await pressButton(page, "Register");
    await page.waitForURL(`${url}/dashboard/updateProfile`);
  });

  it("[§2.8 §4.1 §4.5 §8.1] says in red that it failed, and lets the person try again", async () => {
    const shop = await emptyShop();
    await signUp(shop, vera);
    const page = await openPage(`${shop.url}/login`, refused);
    await submitSignIn(page, { ...vera, password: "not the one" });
    const alert = page.getByRole("alert");
    await alert.getByText("Error: The e-mail or the password is not right.").waitFor();
    await expectRed(alert);
    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(vera.email);
    await expect.poll(() => readAccessToken(page)).toBeNull();

    // By keyboard, from the field.
    await page.getByLabel("Password", { exact: true }).fill(vera.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${shop.url}/dashboard`);
  });

  it("is asked once, however often the button is pressed", async () => {
    const shop = await emptyShop();
    await signUp(shop, vera);
    const page = await openPage(`${shop.url}/login`);
    await waitForHydration(page);
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/identity/sign-in")) asked++;
    });
    await fillFields(page, { Email: vera.email, Password: vera.password });
    await page.getByRole("button", { name: "Login" }).dblclick();
    await page.waitForURL(`${shop.url}/dashboard`);
    expect(asked).toBe(1);
  });

  it("goes on where the shop was out of reach for a moment", async () => {
    const shop = await emptyShop();
    await signUp(shop, vera);
    const page = await openPage(`${shop.url}/login`, { expectedTroubles: /ERR_FAILED/ });
    await page.route("**/api/user/**", (route) => route.abort());
    await submitSignIn(page, vera);
    await page.getByRole("alert").getByText("The shop cannot be reached.").waitFor();
    await page.unroute("**/api/user/**");
    await pressButton(page, "Try again");
    await page.waitForURL(`${shop.url}/dashboard`);
    await expect.poll(() => readAccessToken(page)).not.toBeNull();
  });
});

describe("continue with Google", () => {
  it("[§4.2 §4.3 §4.4] comes back to the page that asked, with a token", async () => {
    const { url } = await shopWithGoogle();
    const page = await openPage(`${url}/dashboard/updateProfile`);
    await page.getByRole("link", { name: "continue with Google", exact: true }).click();
    await page.getByRole("button", { name: /Grace Holm/ }).click();
    await page.waitForURL(`${url}/dashboard/updateProfile`);
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedIn);
    await expect.poll(() => readAccessToken(page)).not.toBeNull();
  });

  it("does not show the form again to who comes back signed in", async () => {
    const { url } = await shopWithGoogle();
    const page = await openPage(`${url}/login`);
    await waitForHydration(page);
    await page.getByRole("link", { name: "continue with Google" }).click();
    const choice = page.getByRole("button", { name: /Grace Holm/ });
    await choice.waitFor();
    const letGo = await holdRequests(page, "**/assets/*.js");
    await choice.click({ noWaitAfter: true });
    await page.getByRole("status").getByText("Loading...").waitFor();
    await expect.poll(() => page.getByLabel("Email").isVisible()).toBe(false);
    letGo();
    await page.waitForURL(`${url}/dashboard`);
  });

  it("says that it was cancelled, and still knows the page that asked", async () => {
    const { url } = await shopWithGoogle();
    const page = await openPage(`${url}/dashboard/updateProfile`);
    await page.getByRole("link", { name: "continue with Google" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page
      .getByRole("alert")
      .getByText("Error: The sign-in with Google was cancelled.")
      .waitFor();
    await page.getByRole("link", { name: "continue with Google" }).click();
    await page.getByRole("button", { name: /Omar Haddad/ }).click();
    await page.waitForURL(`${url}/dashboard/updateProfile`);
  });

  it("says in words why it failed", async () => {
    const { url } = await emptyShop();
    const page = await openPage(blank);
    for (const reason of ["unverified", "taken", "expired", "too-many", "unavailable", "failed"]) {
      await page.goto(`${url}/login?refused=${reason}`);
      const alert = page.getByRole("alert");
      await alert.getByText(/^Error: \w.{40,}\.$/).waitFor();
    }
  });

  it("shows nothing that somebody else wrote into the address", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/login?refused=Call%20this%20number`);
    await waitForHydration(page);
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });
});

describe("a forgotten password", () => {
  async function askForLetter(page: Page, email: string): Promise<void> {
    await page.getByRole("link", { name: "Forgot password?" }).click();
    // The page that is left has a field of this name, too.
    await page.getByRole("button", { name: "Send me a link" }).waitFor();
    await fillFields(page, { Email: email });
    await pressButton(page, "Send me a link");
  }

  it("is set anew by a letter, once", async () => {
    const shop = await emptyShop();
    await signUp(shop, vera);
    const page = await openPage(`${shop.url}/login`, refused);
    await askForLetter(page, vera.email);
    const answer = page.getByText(
      `If there is an account for ${vera.email}, a letter with a link is on its way. ` +
        "The link is good once, for one hour.",
    );
    await answer.waitFor();
    await expect.poll(() => answer.evaluate((text) => text === document.activeElement)).toBe(true);

    const link = await findLetterLink(shop);
    await page.goto(link);
    await waitForHydration(page);
    await page.waitForURL(`${shop.url}/reset`);
    await fillFields(page, { "New password": "quite another" });
    await pressButton(page, "Set password");
    await page.waitForURL(`${shop.url}/dashboard`);
    await expect.poll(() => readAccessToken(page)).not.toBeNull();

    await page.goto("about:blank");
    await page.goto(link);
    await waitForHydration(page);
    await fillFields(page, { "New password": "a third one" });
    await pressButton(page, "Set password");
    await page
      .getByRole("alert")
      .getByText("Error: This link has been used or has expired.")
      .waitFor();
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await page.waitForURL(`${shop.url}/forgotten`);

    const other = await openPage(`${shop.url}/login`);
    await submitSignIn(other, { ...vera, password: "quite another" });
    await other.waitForURL(`${shop.url}/dashboard`);
  });

  it("leads back to the page from which the person came", async () => {
    const shop = await emptyShop();
    await signUp(shop, vera);
    const from = "?from=%2Fdashboard%2FupdateProfile";
    const page = await openPage(`${shop.url}/dashboard/updateProfile`);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.waitForURL(`${shop.url}/forgotten${from}`);
    await page.getByRole("link", { name: "Back to Login" }).click();
    await page.waitForURL(`${shop.url}/login${from}`);
    await askForLetter(page, vera.email);
    const link = await findLetterLink(shop);
    await page.goto(link);
    await waitForHydration(page);
    await fillFields(page, { "New password": "quite another" });
    await pressButton(page, "Set password");
    await page.waitForURL(`${shop.url}/dashboard/updateProfile`);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("wayBack"))).toBeNull();
  });

  it("leads to no page but ours", async () => {
    const shop = await emptyShop();
    await signUp(shop, vera);
    const page = await openPage(`${shop.url}/forgotten?from=%2F%2Felsewhere.example`);
    await waitForHydration(page);
    // Should something else have written it.
    await page.evaluate(() => sessionStorage.setItem("wayBack", "//elsewhere.example"));
    const back = page.getByRole("link", { name: "Back to Login" });
    await expect.poll(() => back.getAttribute("href")).toBe("/login");
    await shop.send("POST", "/api/identity/forgotten", { email: vera.email });
    await page.goto(await findLetterLink(shop));
    await waitForHydration(page);
    await fillFields(page, { "New password": "quite another" });
    await pressButton(page, "Set password");
    await page.waitForURL(`${shop.url}/dashboard`);
  });

  it("gets the same answer for an e-mail that nobody has", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/forgotten`);
    await waitForHydration(page);
    await fillFields(page, { Email: "nobody@example.com" });
    await page.keyboard.press("Enter");
    await page.getByText("If there is an account for nobody@example.com, a letter").waitFor();
  });

  it("needs the link", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/reset`);
    await page.getByRole("alert").getByText("needs the link from our letter").waitFor();
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await page.waitForURL(`${url}/forgotten`);
  });
});
