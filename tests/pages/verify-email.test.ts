// A newcomer verifies their e-mail: by the code, or by the link in whatever browser they read it.
import { describe, expect, it } from "vitest";
import { blank, openPage } from "#tests/open-page.ts";
import { openPageAs, toast } from "#tests/open-page-as.ts";
import { codeOfLetter, waitForVerificationLetter } from "#tests/outbox.ts";
import { fillFields, findLetterLink, pressButton } from "#tests/page-actions.ts";
import { signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const hint = "Your e-mail is not verified yet.";
const refused = { expectedTroubles: /status of 400/ };

describe("an unverified e-mail", () => {
  it("is hinted at in the dashboard, and verified by the letter's code", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const page = await openPageAs(shop, vera, "/dashboard/myOrder", refused);
    await page.getByText(hint).waitFor();
    await page.getByRole("link", { name: "Verify it now" }).click();
    await page.waitForURL(`${shop.url}/dashboard`);
    const place = page.getByRole("region", { name: "Please verify your e-mail" });
    await place.getByText("We sent you a letter.").waitFor();
    await expect.poll(() => page.getByText(hint).count()).toBe(0);

    await pressButton(page, "Verify");
    await place.getByText("Code is Required").waitFor();
    await fillFields(page, { "Code from the letter": "12" });
    await pressButton(page, "Verify");
    await place.getByText("Is wrong or has expired").waitFor();
    await pressButton(page, "Send the letter again");
    await toast(page, "A new letter is on its way to you.").waitFor();

    await fillFields(page, {
      "Code from the letter": codeOfLetter(await waitForVerificationLetter(shop, 2)),
    });
    await pressButton(page, "Verify");
    await toast(page, "Your e-mail is verified. Thank you.").waitFor();
    await place.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "My Order" }).click();
    await page.getByRole("heading", { name: "My Order" }).waitFor();
    await expect.poll(() => page.getByText(hint).count()).toBe(0);
  });

  it("is verified by a click on the page that the link opens, where it is signed in, once", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const link = await findLetterLink(shop, "verify-email");
    const page = await openPage(`${shop.url}/verify-email`, {
      expectedTroubles: /status of 40[03]/,
    });
    const openLink = async () => {
      // The address differs only behind the #.
      await page.goto(blank);
      await page.goto(link);
      await page.waitForURL(`${shop.url}/verify-email`);
      await pressButton(page, "Verify my e-mail");
    };
    const session = async () => (await vera.get("/api/identity/session")).body;
    await page.getByRole("alert").getByText("needs the link from our letter").waitFor();
    await openLink();
    await page.getByRole("alert").getByText("Sign in here to the account").waitFor();
    expect(await session()).toMatchObject({ user: { emailVerified: false } });
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await fillFields(page, { Email: vera.email, Password: vera.password });
    await pressButton(page, "Login");
    await page.waitForURL(`${shop.url}/verify-email`);
    await pressButton(page, "Verify my e-mail");
    const thanks = page.getByText("Thank you. Your e-mail is verified.");
    await thanks.waitFor();
    await expect.poll(() => thanks.evaluate((text) => text === document.activeElement)).toBe(true);
    expect(await session()).toMatchObject({ user: { emailVerified: true } });
    await page.getByRole("link", { name: "Go to My Profile" }).click();
    await page.getByRole("link", { name: "Update Profile" }).waitFor();
    const hinted = page.getByRole("region", { name: "Please verify your e-mail" });
    await expect.poll(() => hinted.count()).toBe(0);

    await openLink();
    await thanks.waitFor();
    await page.context().clearCookies();
    await openLink();
    await page
      .getByRole("alert")
      .getByText("Error: This link has been used or has expired.")
      .waitFor();
  });
});
