// What admins did, as another admin reads, narrows and undoes it.
import { expect, it } from "vitest";
import type { Part } from "#contract/catalog.ts";
import { aPart } from "#seed/builders.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { pressButton } from "#tests/page-actions.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

it("tells in sentences what was done, live, and leads to it, narrows it and undoes it", async () => {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  const page = await openPageAs(shop, admin, "/dashboard/manageAllOrders");
  await page.getByRole("main").getByRole("link", { name: "Audit log", exact: true }).click();
  await page.getByText("No entries yet").waitFor();

  const drum = aPart({ name: "Brake Drum", number: "PW-1042", priceCents: 5_490 });
  const { body } = await admin.send("POST", "/api/parts", drum);
  const id = (body as { insertedId: string }).insertedId;
  await admin.send("PATCH", `/api/parts/${id}`, { price: 49.9 });
  const order = await placeOrder(await signUp(shop), await aStockedPart(shop));
  await admin.send("DELETE", `/api/orders/${order._id}`);
  const rows = page.getByRole("table", { name: "Audit log" }).getByRole("row");
  const row = (text: string) => rows.filter({ hasText: text });
  const corrected = row(
    "Ada Wright corrected the price of Brake Drum PW-1042 from $54.90 to $49.90",
  );
  await corrected.waitFor();
  await expect.poll(() => rows.count()).toBe(4);
  const link = row("cancelled order").getByRole("link", { name: `order ${order.number}` });
  await expect
    .poll(() => link.getAttribute("href"))
    .toBe(`/dashboard/manageAllOrders?order=${order._id}`);
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await pressButton(page, "Filter");
  await page.getByRole("combobox", { name: "About" }).selectOption({ label: "Orders" });
  await pressButton(page, "Done");
  await corrected.waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).search).toBe("?thing=order");
  await pressButton(page, "About: Orders, remove the filter");
  await page.getByRole("searchbox", { name: "Find a person" }).fill("pw-1042");
  await row("cancelled order").waitFor({ state: "detached" });

  await corrected.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${shop.url}/dashboard/manageProducts/${id}`);
  await page.goBack();

  await page.getByRole("button", { name: /^Undo: Ada Wright corrected the price/ }).click();
  await row("from $49.90 to $54.90").waitFor();
  const part = await admin.get(`/api/parts/${id}/record`);
  expect((part.body as Part).price).toBe(54.9);
  await admin.send("DELETE", `/api/parts/${id}`);
  const deleted = row("Ada Wright deleted Brake Drum PW-1042");
  await deleted.waitFor();
  await expect
    .poll(() => deleted.getByRole("link", { name: "Brake Drum PW-1042" }).count())
    .toBe(0);
});
