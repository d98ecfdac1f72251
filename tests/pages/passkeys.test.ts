// Passkeys with Chromium's virtual authenticator.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { changeSessions } from "#tests/builders/session.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { openPageAs, readFocusedName, toast } from "#tests/open-page-as.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

/** A phone whose owner unlocks it whenever it asks. */
async function addDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** From the next page on. The device would answer what autofill asks at once. */
const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

const options = { ownPage: true, expectedTroubles: /status of 40\d/ } as const;

async function openLogin(page: Page, url: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${url}/login?from=%2Fdashboard%2Fsecurity`);
}

async function openSecurity() {
  const shop = await emptyShop();
  const vera = await signUp(shop);
  const page = await openPageAs(shop, vera, "/dashboard/security", options);
  await addDevice(page);
  return { shop, vera, page };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await fillFields(page, { "Name of the passkey": name });
  await pressButton(page, "Add a passkey");
  await toast(page, `The passkey “${name}” is added. You can sign in with it now.`).waitFor();
}

describe("passkeys", () => {
  it("are added by name, sign in by the browser's autofill and by the button, and confirm who somebody is", async () => {
    const { shop, vera, page } = await openSecurity();
    await addPasskey(page, "My phone");
    const line = page.getByRole("list", { name: "Passkeys" }).getByRole("listitem");
    await expect.poll(() => line.innerText()).toMatch(/My phone\s+added .* not used yet/);

    // The device answers what the sign-in page asks of the browser's autofill.
    await openLogin(page, shop.url);
    await page.waitForURL(`${shop.url}/dashboard/security`);
    await expect.poll(() => line.innerText()).toMatch(/My phone\s+added .* last used/);

    await withoutAutofill(page);
    await openLogin(page, shop.url);
    await pressButton(page, "Sign in with a passkey");
    await page.waitForURL(`${shop.url}/dashboard/security`);

    // In place of the password.
    await line.waitFor();
    await changeSessions(shop, vera, { confirmedAt: timeAgo({ minutes: 16 }) });
    await pressButton(page, "Remove the passkey My phone");
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await pressButton(page, "Confirm with a passkey");
    await toast(page, "The passkey “My phone” is removed.").waitFor();
  });

  it("need the password again a while after the sign-in, and can be removed", async () => {
    const { shop, vera, page } = await openSecurity();
    await changeSessions(shop, vera, { confirmedAt: timeAgo({ minutes: 16 }) });
    await fillFields(page, { "Name of the passkey": "My phone" });
    await pressButton(page, "Add a passkey");
    const dialog = page.getByRole("dialog", { name: "Please confirm that it is you" });
    await dialog.getByLabel("Your password").fill("not the right one");
    await page.keyboard.press("Enter");
    await dialog.getByText("That password is not right").waitFor();
    await dialog.getByLabel("Your password").fill(vera.password);
    await page.keyboard.press("Enter");
    await toast(page, "The passkey “My phone” is added. You can sign in with it now.").waitFor();
    await expect.poll(() => dialog.count()).toBe(0);

    // One device has one passkey of an account.
    await pressButton(page, "Add a passkey");
    await page.getByText("This device has a passkey for your account already.").waitFor();

    await pressButton(page, "Remove the passkey My phone");
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await toast(page, "The passkey “My phone” is removed.").waitFor();
    await expect.poll(() => readFocusedName(page)).toBe("Passkeys");

    await withoutAutofill(page);
    await openLogin(page, shop.url);
    await pressButton(page, "Sign in with a passkey");
    await page
      .getByRole("alert")
      .getByText("This passkey does not open an account here.")
      .waitFor();
  });
});
