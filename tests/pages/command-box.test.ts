import { expect, it } from "vitest";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

it("keeps what is typed while it loads, and opens pages, orders, people and parts by keyboard alone", async () => {
  const shop = await emptyShop();
  const [admin, vera] = [await signUpAdmin(shop), await signUp(shop, { name: "Vera Lind" })];
  const drum = await aStockedPart(shop, { name: "Brake Drum", number: "PW-1042" });
  const order = await placeOrder(vera, drum);
  const page = await openPageAs(shop, admin, "/dashboard/overview");
  await page.getByRole("button", { name: "Find or do anything" }).waitFor();
  const loading = Promise.withResolvers<void>();
  await page.route(/command-box/, async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Find or do anything" }).waitFor();
  await page.keyboard.type("rest");
  loading.resolve();
  await page.getByRole("combobox", { name: "Find or do anything" }).waitFor();
  await page.keyboard.type("ock what");
  await page.getByRole("option", { name: "Restock what is low" }).first().waitFor();
  await page.keyboard.press("Enter");
  const field = page.getByRole("combobox", { name: "Find or do anything" });
  const address = () => page.evaluate(() => location.pathname + location.search);
  async function run(text: string, found: string) {
    await page.keyboard.press("Control+k");
    await field.fill(text);
    await page.getByRole("option", { name: found }).first().waitFor();
    await page.keyboard.press("Enter");
    await field.waitFor({ state: "detached" });
  }
  await expect.poll(address).toBe("/dashboard/manageProducts?view=low");
  await field.waitFor({ state: "detached" });
  await run(`${order.number}`, `order ${order.number}`);
  await expect.poll(address).toBe(`/dashboard/manageAllOrders?order=${order._id}`);
  await run("pw1042", "Brake Drum PW-1042");
  await expect.poll(address).toBe(`/dashboard/manageProducts/${drum.id}`);
  await run(vera.email, "Vera Lind");
  await expect.poll(address).toBe(`/dashboard/people/${vera.user._id}`);
  await run("Restock PW-1042", "Restock Brake Drum PW-1042");
  await expect.poll(address).toBe("/dashboard/manageProducts?q=PW-1042");
  await run("Price PW-1042", "Price of Brake Drum PW-1042");
  await run(`Refund ${order.number}`, `Refund order ${order.number}`);
  await expect.poll(address).toBe(`/dashboard/manageAllOrders?order=${order._id}`);
  await run("withdrawals", "Withdrawals");
  await expect.poll(address).toBe("/dashboard/returns/withdrawals");
  await run("new product", "Add a product");
  await expect.poll(address).toBe("/dashboard/addProduct");
  await page.keyboard.press("Control+k");
  await field.fill("nothing like it");
  await page.getByText("We found nothing for “nothing like it”.").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  await run("logout", "Sign out");
  await expect.poll(address).toBe("/login");
});
