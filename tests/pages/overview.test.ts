// An admin's first page: figures, what waits, and the way to each list.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { changeOrder } from "#tests/builders/order.ts";
import { blank } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();
const main = (page: Page) => page.getByRole("main");
const section = (page: Page, name: string) => page.getByRole("region", { name });

it("is found in the menu, shows a new order without being reloaded, and leads to the lists", async () => {
  const shop = await emptyShop();
  const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
  const part = await aStockedPart(shop, { name: "Brake Drum" });
  const page = await openPageAs(shop, admin, "/dashboard");
  await page.getByRole("link", { name: "Overview" }).click();
  await main(page).getByRole("heading", { name: "Overview", level: 2 }).waitFor();
  await main(page).getByText("Legal texts are still samples").waitFor();
  await section(page, "Newest orders").getByText("No orders yet").waitFor();

  const order = await placeOrder(vera, part);
  const newest = section(page, "Newest orders").getByRole("link", { name: "Brake Drum" });
  await newest.waitFor();
  await section(page, "To do").getByRole("link", { name: "1 Unpaid order" }).waitFor();
  await main(page).getByRole("link", { name: "Orders 1 None before" }).waitFor();

  const transactionId = "pi_of_the_test";
  await changeOrder(shop.shop.db, order, { state: "paid", transactionId, paidAt: new Date() });
  await page.reload();
  const toShip = section(page, "To do").getByRole("link", { name: "1 Order to ship" });
  await section(page, "Best sellers").getByRole("link", { name: "Brake Drum" }).waitFor();
  const menu = page.getByRole("navigation", { name: "Dashboard" });
  await menu.getByRole("link", { name: /^Manage All Orders.*waiting: 1$/ }).waitFor();
  await page.getByRole("link", { name: "Ship it" }).click();
  await page.getByText("1 selected").waitFor();
  await page.goBack();
  await toShip.click();
  const views = page.getByRole("navigation", { name: "Views of orders" });
  await views.locator("[aria-current=page]", { hasText: "To ship" }).waitFor();
  await page.getByRole("table", { name: "Orders" }).getByText("Brake Drum").waitFor();
  await page.goBack();
  await newest.click();
  await page.getByRole("heading", { name: "Payment history" }).waitFor();
});

it("says what could not be read, keeps the period in the address, and shows the chart as a table", async () => {
  const shop = await emptyShop();
  const page = await openPageAs(shop, await signUpAdmin(shop), blank);
  let isBroken = true;
  await page.route("**/api/overview?*", async (route) => {
    const response = await route.fetch();
    const all = await response.json();
    const broken = { ...all, bestSellers: null, toDo: { ...all.toDo, lowStock: null } };
    await route.fulfill({ response, json: isBroken ? broken : all });
  });
  await page.goto(`${shop.url}/dashboard/overview`);
  await page.getByText("–, because they could not be read.").waitFor();
  await page.getByRole("link", { name: "Parts low or out of stock Could not be read" }).waitFor();
  await page
    .getByRole("link", { name: /^Orders / })
    .first()
    .waitFor();
  isBroken = false;
  await page.getByRole("radio", { name: "7 days" }).check();
  await page.waitForURL(/period=week/);
  await page.getByText("–, because they could not be read.").waitFor({ state: "detached" });

  await page.getByRole("img", { name: /^Paid per day since / }).waitFor();
  await page.getByRole("button", { name: "As a table" }).click();
  const table = page.getByRole("table", { name: "Paid per day" });
  await expect.poll(() => table.getByRole("row").count()).toBe(8);
  await table.getByRole("link").first().click();
  await page.waitForURL(/manageAllOrders\?view=work&by=paid&from=(\d{4}-\d\d-\d\d)&to=\1$/);
});
