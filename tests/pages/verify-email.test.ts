// A newcomer verifies their e-mail: by the code, or by the link in whatever browser they read it.
import { describe, expect, it } from "vitest";
import { openPage } from "#tests/open-page.ts";
import { openPageAs, toast } from "#tests/open-page-as.ts";
import { codeOfLetter, waitForVerificationLetter } from "#tests/outbox.ts";
import { fillFields, findLetterLink, pressButton } from "#tests/page-actions.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";

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
    await page.goto(`${shop.url}/dashboard/myOrder`);
    await page.getByRole("heading", { name: "My Order" }).waitFor();
    await expect.poll(() => page.getByText(hint).count()).toBe(0);
  });

  it("is verified by a click on the page that the link opens, where it is signed in, once", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const link = await findLetterLink(shop, "verify-email");
    const page = await openPage(link, { expectedTroubles: /status of 40[03]/ });
    await waitForHydration(page);
    await page.waitForURL(`${shop.url}/verify-email`);
    const session = async () => (await vera.get("/api/identity/session")).body;
    expect(await session()).toMatchObject({ user: { emailVerified: false } });
    await pressButton(page, "Verify my e-mail");
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

    await page.goto("about:blank");
    await page.goto(link);
    await waitForHydration(page);
    await pressButton(page, "Verify my e-mail");
    await thanks.waitFor();

    await page.context().clearCookies();
    await page.goto("about:blank");
    await page.goto(link);
    await waitForHydration(page);
    await pressButton(page, "Verify my e-mail");
    await page
      .getByRole("alert")
      .getByText("Error: This link has been used or has expired.")
      .waitFor();
  });

  it("needs the link, and takes the hint away where the person is signed in", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUp(shop), "/verify-email");
    await page.getByRole("alert").getByText("needs the link from our letter").waitFor();
    await page.goto("about:blank");
    await page.goto(await findLetterLink(shop, "verify-email"));
    await waitForHydration(page);
    await pressButton(page, "Verify my e-mail");
    await page.getByText("Thank you. Your e-mail is verified.").waitFor();
    await page.getByRole("link", { name: "Go to My Profile" }).click();
    await page.getByRole("link", { name: "Update Profile" }).waitFor();
    await expect
      .poll(() => page.getByRole("region", { name: "Please verify your e-mail" }).count())
      .toBe(0);
  });
});

it("a verified e-mail is not spoken of", async () => {
  const shop = await emptyShop();
  const page = await openPageAs(shop, await signUpAdmin(shop), "/dashboard");
  await page.getByRole("link", { name: "Update Profile" }).waitFor();
  await expect.poll(() => page.getByText(/verif/i).count()).toBe(0);
});
