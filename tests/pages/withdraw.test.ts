// The withdrawal function: two steps, without an account.
import { expect, it } from "vitest";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { blank, openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { shareShop } from "#tests/open-shop.ts";
import { fillFields, pressButton, setCookies } from "#tests/page-actions.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";

const openShop = shareShop();

it("keeps what is typed before the account is known, and fills in the rest", async () => {
  const shop = await openShop();
  const vera = await signUp(shop);
  const page = await openPage(blank);
  await setCookies(page, shop.url, vera);
  const session = Promise.withResolvers<void>();
  await page.route("**/api/identity/session", async (route) => {
    await session.promise;
    await route.continue();
  });
  await page.goto(`${shop.url}/withdraw`);
  await waitForHydration(page);
  await fillFields(page, { "Order number": "10482" });
  session.resolve();
  const email = page.getByLabel("E-mail of the order");
  await expect.poll(() => email.inputValue()).toBe(vera.email);
  expect(await page.getByLabel("Order number").inputValue()).toBe("10482");
});

it("is stated, also by who types before the page has its code, confirmed and received, and reaches an admin", async () => {
  const shop = await openShop();
  const page = await openPage(blank, { expectedTroubles: /400/ });
  const code = Promise.withResolvers<void>();
  await page.route("**/*.js", (route) => code.promise.then(() => route.continue()));
  await page.goto(`${shop.url}/withdraw`, { waitUntil: "commit" });
  await fillFields(page, { "Your name": "Vera Lind", "E-mail of the order": "vera@example.com" });
  code.resolve();
  await waitForHydration(page);
  const legal = page.getByRole("navigation", { name: "Legal" });
  const link = legal.getByRole("link", { name: "Withdraw from contract here" });
  await expect.poll(() => link.getAttribute("href")).toBe("/withdraw");
  await pressButton(page, "Continue");
  await page.getByText("Order number is Required").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await fillFields(page, { "E-mail of the order": "vera@example", "Order number": "10482" });
  await pressButton(page, "Continue");
  await page.getByText("Provide a valid Email").waitFor();
  // Only the server refuses what nobody can see.
  await fillFields(page, {
    "E-mail of the order": "vera@example.com",
    "Order number": "\u200b",
  });
  await pressButton(page, "Continue");
  await pressButton(page, "Confirm withdrawal");
  await page.getByText("Order number is Required").waitFor();
  await fillFields(page, { "Order number": "10482" });
  await pressButton(page, "Continue");
  await page.getByText("I, Vera Lind, withdraw from the contract on all goods").waitFor();
  await page.getByText("vera@example.com").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pressButton(page, "Confirm withdrawal");
  await page.getByRole("heading", { name: "We have received your withdrawal" }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    pressButton(page, "Save it as PDF"),
  ]);
  expect(file.suggestedFilename()).toMatch(/^withdrawal-\d+\.pdf$/);

  const desk = await openPageAs(shop, await signUpAdmin(shop), "/dashboard/returns/withdrawals");
  const row = desk.getByRole("row").filter({ hasText: "vera@example.com" });
  await row.getByText("there is no such order").waitFor();
  const search = await row.getByRole("link", { name: "Look for it" }).getAttribute("href");
  expect(search).toBe("/dashboard/manageAllOrders?view=work&q=10482");
  expect(await findAccessibilityFaults(desk)).toEqual([]);
  await row.getByRole("button", { name: /^Answered/ }).click();
  await desk.getByText("Nothing waits for you").waitFor();
});
