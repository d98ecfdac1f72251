// The second step as people set it up and use it.
import { describe, expect, it } from "vitest";
import { openPageAs, readFocusedName } from "#tests/open-page-as.ts";
import { fillFields, pressButton, submitSignIn } from "#tests/page-actions.ts";
import { signUp } from "#tests/people.ts";
import { openApp } from "#tests/second-steps.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

describe("the second step", () => {
  it("is set up by a QR code, and asked for after the password", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const expectedTroubles = /status of 400/;
    const page = await openPageAs(shop, vera, "/dashboard/security", { expectedTroubles });
    await pressButton(page, "Set up an authenticator app");
    await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    const secret = await page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{4}$/).innerText();
    await fillFields(page, { "Code from the app": "000000" });
    await pressButton(page, "Turn the second step on");
    await page.getByText("Is wrong: type the one that the app shows now").waitFor();
    const code = openApp(secret);
    await fillFields(page, { "Code from the app": code() });
    await pressButton(page, "Turn the second step on");
    const codes = page.getByRole("listitem").filter({ hasText: /^(\w{4}-){5}\w{4}$/ });
    await codes.nth(9).waitFor();
    const [recovery = ""] = await codes.allInnerTexts();
    await expect.poll(() => readFocusedName(page)).toBe("Keep these recovery codes");
    await pressButton(page, "I have kept them");
    await page.getByText("10 recovery codes are left.").waitFor();

    await page.context().clearCookies();
    await page.goto(`${shop.url}/login?from=%2Fdashboard%2Fsecurity`);
    await submitSignIn(page, vera);
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Write to us" }).waitFor();
    await fillFields(page, { Code: code(-90) });
    await pressButton(page, "Continue");
    await page.getByRole("alert").getByText("Error: This code is wrong").waitFor();
    await fillFields(page, { Code: code(30) });
    await pressButton(page, "Continue");
    await page.waitForURL(`${shop.url}/dashboard/security`);

    // The phone is lost.
    await page.context().clearCookies();
    await page.goto(`${shop.url}/login`);
    await submitSignIn(page, vera);
    await fillFields(page, { Code: recovery });
    await pressButton(page, "Continue");
    await page.waitForURL(`${shop.url}/dashboard`);
  });
});
