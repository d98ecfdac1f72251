// Prices and stock, corrected where they are listed.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { type SignedIn, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();
const path = "/dashboard/manageProducts";

const parts = [
  aPart({ name: "Oil Filter", number: "PW-1042", priceCents: 895, availablQuantity: 4_000 }),
  aPart({ name: "Air Filter", number: "PW-2208", priceCents: 1_290, availablQuantity: 15 }),
  aPart({ name: "Brake Disc", number: "PW-2321", priceCents: 5_490, lowStock: 500 }),
];

type Listed = { _id: string; name: string; price: number; availablQuantity: number };

async function open() {
  const shop = await emptyShop({ parts });
  const admin = await signUpAdmin(shop);
  const page = await openPageAs(shop, admin, path, { expectedTroubles: /409/ });
  await page.getByRole("row").filter({ hasText: "Oil Filter" }).waitFor();
  return { shop, admin, page };
}

const cell = (page: Page, what: "Price" | "Stock", name: string) =>
  page.getByRole("button", { name: `${what} of ${name}` });
const field = (page: Page, what: "Price" | "Stock", name: string) =>
  page.getByRole("textbox", { name: `${what} of ${name}` });
const shelf = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

async function partOf({ get }: OpenShop, name: string): Promise<Listed | undefined> {
  return ((await get("/api/parts")).body as Listed[]).find((part) => part.name === name);
}

async function setPrice(admin: SignedIn, shop: OpenShop, price: number) {
  const part = await partOf(shop, "Oil Filter");
  await admin.send("PATCH", `/api/parts/${part?._id}`, { price });
}

describe("a price in the list", () => {
  it("is corrected in three actions, the next one follows, and is undone", async () => {
    const { shop, page } = await open();
    await page.getByRole("searchbox", { name: "Search by name" }).fill("pw1042");
    await cell(page, "Price", "Oil Filter").click();
    await page.keyboard.type("9,20");
    await page.keyboard.press("Enter");
    await shelf(page, "PW-1042 was $8.95, is now $9.20.").waitFor();
    expect((await partOf(shop, "Oil Filter"))?.price).toBe(9.2);
    await page.getByRole("button", { name: "Undo" }).click();
    await shelf(page, "PW-1042 is $8.95 again.").waitFor();
    expect((await partOf(shop, "Oil Filter"))?.price).toBe(8.95);
    await page.getByRole("searchbox", { name: "Search by name" }).fill("filter");
    await page.getByRole("row").filter({ hasText: "Air Filter" }).waitFor();
    await cell(page, "Price", "Oil Filter").click();
    await page.keyboard.type("9.00");
    await page.keyboard.press("Enter");
    await expect.poll(() => field(page, "Price", "Air Filter").inputValue()).toBe("12.90");
    await page.keyboard.type("1");
    await page.keyboard.press("Escape");
    await cell(page, "Price", "Air Filter").waitFor();
    expect((await partOf(shop, "Air Filter"))?.price).toBe(12.9);

    // Who goes elsewhere while it is saved stays there.
    const answer = Promise.withResolvers<void>();
    await page.route("**/api/parts/*", async (route) => {
      await answer.promise;
      await route.continue();
    });
    const sent = page.waitForRequest("**/api/parts/*");
    await cell(page, "Price", "Oil Filter").click();
    await page.keyboard.type("9.10");
    await page.keyboard.press("Enter");
    await sent;
    const find = page.getByRole("searchbox", { name: "Search by name" });
    await find.click();
    answer.resolve();
    await cell(page, "Price", "Oil Filter").waitFor();
    expect(await field(page, "Price", "Air Filter").count()).toBe(0);
    expect(await find.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await partOf(shop, "Oil Filter"))?.price).toBe(9.1);
  });

  it("is asked for where it may be two or is far from the present one, and beside what somebody else has just set", async () => {
    const { shop, page } = await open();
    await cell(page, "Price", "Air Filter").click();
    await page.keyboard.type("19,999");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Is “19,999” $19.99 or $19,999.00?").waitFor();
    await page.getByRole("button", { name: "$19.99", exact: true }).click();
    await page.getByRole("alert").getByText("% more than $12.90").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Change it to $19.99" }).click();
    await shelf(page, "PW-2208 was $12.90, is now $19.99.").waitFor();
    expect((await partOf(shop, "Air Filter"))?.price).toBe(19.99);
    await cell(page, "Price", "Air Filter").click();
    await page.keyboard.type("dear");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Must be a price in dollars").waitFor();
    await page.keyboard.press("Escape");

    await cell(page, "Price", "Oil Filter").click();
    const other = await signUpAdmin(shop);
    await setPrice(other, shop, 8.8);
    await page.keyboard.type("9.20");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText(`${other.email} set $8.80 just now.`).waitFor();
    await page.getByRole("button", { name: "Use $9.20" }).click();
    await shelf(page, "PW-1042 was $8.80, is now $9.20.").waitFor();
    expect((await partOf(shop, "Oil Filter"))?.price).toBe(9.2);
  });
});

describe("a stock in the list", () => {
  it("is listed alone where it is low, raised by a delivery in three actions, counted, and undone", async () => {
    const { shop, page } = await open();
    await page.getByRole("radio", { name: "Low or out" }).check();
    await page.getByRole("row").filter({ hasText: "Oil Filter" }).waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("row").count()).toBe(3);
    await page.getByRole("radio", { name: "All" }).check();
    await cell(page, "Stock", "Air Filter").click();
    await page.keyboard.type("200");
    await page.getByText("15 now, 215 after").waitFor();
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await page.keyboard.press("Enter");
    await shelf(page, "PW-2208 had 15, has now 215.").waitFor();
    await page.keyboard.press("Escape");
    await cell(page, "Stock", "Air Filter").click();
    await page.keyboard.type("=210");
    await expect.poll(() => page.getByRole("radio", { name: "Count" }).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Save 210 counted" }).click();
    await shelf(page, "PW-2208 had 215, has now 210.").waitFor();
    await page.keyboard.press("z");
    await shelf(page, "The count of PW-2208 was undone.").waitFor();
    expect((await partOf(shop, "Air Filter"))?.availablQuantity).toBe(215);
  });
});
