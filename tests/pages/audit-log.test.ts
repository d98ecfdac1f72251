// What admins did, as another admin sees it.
import { expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

it("lists what was done, leads to the order, and shows more", async () => {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  const page = await openPageAs(shop, admin, "/dashboard/manageAllOrders");
  await page.getByRole("main").getByRole("link", { name: "Audit log" }).click();
  await page.getByText("No entries yet").waitFor();

  for (let count = 0; count < 50; count++) await admin.send("POST", "/api/parts", aPart());
  const order = await placeOrder(await signUp(shop), await aStockedPart(shop));
  await admin.send("DELETE", `/api/orders/${order._id}`);
  await page.reload();
  const table = page.getByRole("table", { name: "Audit log" });
  const cancelled = table.getByRole("row").filter({ hasText: "Cancelled an order" });
  await cancelled.getByText("unpaid, then cancelled").waitFor();
  await cancelled.getByText(admin.email).waitFor();
  expect(await table.getByRole("row").count()).toBe(51);
  await page.getByRole("button", { name: "Show more entries" }).click();
  await expect.poll(() => table.getByRole("row").count()).toBe(52);

  const link = cancelled.getByRole("link", { name: order._id });
  expect(await link.getAttribute("href")).toBe(`/dashboard/manageAllOrders?order=${order._id}`);
});
