// A company of several people: added, joined by the link of a letter, and its orders.
import { expect, it } from "vitest";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { findSignInCode, tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import { submitSignIn } from "#tests/page-actions.ts";
import { signUp } from "#tests/people.ts";

async function openInvitation(email: string, shop: OpenShop) {
  const owner = await signUp(shop, { name: "Ada Lind" });
  const company = { name: "Garage Lind", address: "Kaistr. 4", country: "DE", vatId: "" };
  expect((await owner.send("POST", "/api/own-company", company)).status).toBe(200);
  await owner.send("POST", "/api/own-company/invitations", { email, role: "buyer" });
  const token = tokenOfLetter(await waitForLetter(shop, 1, { email }));
  const page = await openPage(`${shop.url}/join-company#token=${token}`);
  await page.getByText("Ada Lind invites you to order for Garage Lind.").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  return page;
}

it("who is invited and has no account joins with the code of an e-mail", async () => {
  const shop = await openShop();
  const email = "nils@example.com";
  const page = await openInvitation(email, shop);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByText("We have sent a code").waitFor();
  await page.getByRole("textbox", { name: "Code" }).fill(await findSignInCode(shop, email));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("You belong to Garage Lind now.").waitFor();
});

it("who is invited and signs in with a password comes back and has joined", async () => {
  const shop = await openShop();
  const buyer = await signUp(shop);
  const page = await openInvitation(buyer.email, shop);
  await page.getByRole("link", { name: "Sign in with your password" }).click();
  await submitSignIn(page, buyer);
  await page.getByText("You belong to Garage Lind now.").waitFor();
});

it("is added by one, joined by another, and shows the orders of both", async () => {
  const shop = await openShop();
  const [owner, buyer] = [await signUp(shop), await signUp(shop)];
  const page = await openPageAs(shop, owner, "/dashboard/company", {
    expectedTroubles: /400/,
  });
  await page.getByLabel("Company name").fill("Garage Lind");
  await page.getByLabel("Company address").fill("Kaistr. 4\n24103 Kiel");
  await page.getByLabel("Country").fill("de");
  await page.getByLabel("VAT number").fill("FR 12 345678901");
  await page.getByRole("button", { name: "Add my company" }).click();
  await page.getByText("Must begin with DE, as the address is in DE").waitFor();
  await page.getByLabel("VAT number").fill("DE 123456789");
  await page.getByRole("button", { name: "Add my company" }).click();
  await page.getByLabel("Invite by e-mail").fill(buyer.email);
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByText("Invited as buyer").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  const token = tokenOfLetter(await waitForLetter(shop, 1, { email: buyer.email }));
  const other = await openPageAs(shop, buyer, `/join-company#token=${token}`);
  await other.getByRole("button", { name: "Join" }).click();
  await other.getByText("You belong to Garage Lind now.").waitFor();
  expect(await findAccessibilityFaults(other)).toEqual([]);
  const part = await aStockedPart(shop, { name: "Company Disc" });
  await placeOrder(buyer, part);
  await page.getByRole("link", { name: /Company Disc/ }).click();
  await page.getByRole("heading", { name: /^Order \d/ }).waitFor();
  await page.getByText("This order is not paid yet").waitFor();
  await expect.poll(() => page.getByRole("link", { name: /^Pay/ }).count()).toBe(0);
});
