// Coming in, as people do: up, in, out, from where they were, by Google, by letter.
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { googleRefusals } from "#contract/identity.ts";
import { openPage } from "#tests/open-page.ts";
import { shareShopWithGoogle } from "#tests/open-shop-with-google.ts";
import { aStockedPart } from "#tests/orders.ts";
import {
  expectRed,
  fillFields,
  findLetterLink,
  goWithinShop,
  holdRequests,
  pressButton,
  readAccessToken,
  readPersonalLinks,
  submitSignIn,
} from "#tests/page-actions.ts";
import { newAccount, signIn, signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();
const shopWithGoogle = shareShopWithGoogle();

let vera = newAccount();
beforeEach(() => {
  vera = newAccount();
});
const signedIn = ["Dashboard", "Sign Out"];
const refused = { expectedTroubles: /status of 4\d\d/ };

describe("signing up", () => {
  it("[§2.11 §4.3 §4.5 §8.2 §9.8] leads to the dashboard, signed in, and says in red that the e-mail is taken", async () => {
    const shop = await emptyShop();
    const other = await signUp(shop);
    const page = await openPage(`${shop.url}/register`, refused);
    await fillFields(page, { Name: vera.name, Email: other.email, Password: vera.password });
    await pressButton(page, "Register");
    const alert = page.getByRole("alert");
    await alert.getByText(/^Error: There is an account with this e-mail/).waitFor();
    await expectRed(alert);
    // At the field as well, and what was typed is kept.
    const email = page.getByLabel("Email");
    await expect.poll(() => email.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
    await expect
      .poll(() => page.getByLabel("Password", { exact: true }).inputValue())
      .toBe(vera.password);
    await expect.poll(() => readAccessToken(page)).toBeNull();

    await fillFields(page, { Email: vera.email });
    await pressButton(page, "Register");
    await page.waitForURL(`${shop.url}/dashboard`);
    await page.getByRole("heading", { name: "Welcome to your Dashboard" }).waitFor();
    await expect.poll(() => readPersonalLinks(page)).toEqual(signedIn);
    await expect.poll(() => readAccessToken(page)).toMatch(/^[\w-]{43}$/);
    // Back does not lead to the form again.
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain("/register");
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
    const page = await openPage(`${shop.url}/login?refused=Call%20this%20number`, refused);
    const alert = page.getByRole("alert");
    // Nothing that somebody else wrote into the address.
    expect(await alert.count()).toBe(0);
    const said = new Set<string>();
    for (const reason of googleRefusals) {
      await goWithinShop(page, `/login?refused=${reason}`);
      await expect.poll(async () => said.has(await alert.innerText())).toBe(false);
      said.add(await alert.innerText());
    }
    expect(said.size).toBe(googleRefusals.length);
    await goWithinShop(page, "/login");
    await expect.poll(() => alert.count()).toBe(0);
    for (const text of said) expect(text).toMatch(/^Error: \w.{40,}\.$/);
    await submitSignIn(page, { ...vera, password: "not the one" });
    await alert.getByText("Error: The e-mail or the password is not right.").waitFor();
    await expectRed(alert);
    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(vera.email);
    await expect.poll(() => readAccessToken(page)).toBeNull();

    // By keyboard, from the field.
    await page.getByLabel("Password", { exact: true }).fill(vera.password);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${shop.url}/dashboard`);
  });

  it("is asked once, however often the button is pressed, and goes on after an outage", async () => {
    const shop = await emptyShop();
    await signUp(shop, vera);
    const page = await openPage(`${shop.url}/login`, { expectedTroubles: /ERR_FAILED/ });
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/identity/sign-in")) asked++;
    });
    await page.route("**/api/user/**", (route) => route.abort());
    await fillFields(page, { Email: vera.email, Password: vera.password });
    await page.getByRole("button", { name: "Login" }).dblclick();
    await page.getByRole("alert").getByText("The shop cannot be reached.").waitFor();
    await page.unroute("**/api/user/**");
    await pressButton(page, "Try again");
    await page.waitForURL(`${shop.url}/dashboard`);
    await expect.poll(() => readAccessToken(page)).not.toBeNull();
    expect(asked).toBe(1);
  });
});

it("[§4.2 §4.3 §4.4] continue with Google comes back to the page that asked, also after a Cancel", async () => {
  const { url } = await shopWithGoogle();
  const page = await openPage(`${url}/dashboard/updateProfile`);
  await page.getByRole("link", { name: "continue with Google", exact: true }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page
    .getByRole("alert")
    .getByText("Error: The sign-in with Google was cancelled.")
    .waitFor();
  await page.getByRole("link", { name: "continue with Google" }).click();
  const choice = page.getByRole("button", { name: /Grace Holm/ });
  await choice.waitFor();
  // The form is not shown again to who comes back signed in.
  const letGo = await holdRequests(page, "**/assets/*.js");
  await choice.click({ noWaitAfter: true });
  await page.getByRole("status").getByText("Loading...").waitFor();
  await expect.poll(() => page.getByLabel("Email").isVisible()).toBe(false);
  letGo();
  await page.waitForURL(`${url}/dashboard/updateProfile`);
  await expect.poll(() => readPersonalLinks(page)).toEqual(signedIn);
  await expect.poll(() => readAccessToken(page)).not.toBeNull();
});

describe("a forgotten password", () => {
  async function askForLetter(page: Page, email: string): Promise<void> {
    await page.getByRole("link", { name: "Forgot password?" }).click();
    // The page that is left has a field of this name, too.
    await page.getByRole("button", { name: "Send me a link" }).waitFor();
    await fillFields(page, { Email: email });
    await page.keyboard.press("Enter");
  }

  it("is set anew by a letter, once, and leads to no page but ours", async () => {
    const shop = await emptyShop();
    await signUp(shop, vera);
    const page = await openPage(`${shop.url}/login?from=%2F%2Felsewhere.example`, refused);
    await askForLetter(page, vera.email);
    const answer = page.getByText(
      `If there is an account for ${vera.email}, a letter with a link is on its way. ` +
        "The link is good once, for one hour.",
    );
    await answer.waitFor();
    await expect.poll(() => answer.evaluate((text) => text === document.activeElement)).toBe(true);
    const back = page.getByRole("link", { name: "Back to Login" });
    await expect.poll(() => back.getAttribute("href")).toBe("/login");
    // Should something else have written it.
    await page.evaluate(() => sessionStorage.setItem("returnLink", "//elsewhere.example"));

    const link = await findLetterLink(shop);
    await page.goto(link);
    await page.waitForURL(`${shop.url}/reset`);
    await fillFields(page, { "New password": "quite another" });
    await pressButton(page, "Set password");
    await page.waitForURL(`${shop.url}/dashboard`);
    await expect.poll(() => readAccessToken(page)).not.toBeNull();
    await signIn(shop, { ...vera, password: "quite another" });

    await page.goto(link);
    await fillFields(page, { "New password": "a third one" });
    await pressButton(page, "Set password");
    await page
      .getByRole("alert")
      .getByText("Error: This link has been used or has expired.")
      .waitFor();
    await page.goto(`${shop.url}/reset`);
    await page.getByRole("alert").getByText("needs the link from our letter").waitFor();
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await page.waitForURL(`${shop.url}/forgotten`);
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
    await fillFields(page, { "New password": "quite another" });
    await pressButton(page, "Set password");
    await page.waitForURL(`${shop.url}/dashboard/updateProfile`);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("returnLink"))).toBeNull();
  });
});
