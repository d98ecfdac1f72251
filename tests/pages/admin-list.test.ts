// The list that admins work with: what is in its address, its columns, its keys.
import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPart, aPartType } from "#seed/builders.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs, toast } from "#tests/open-page-as.ts";
import { shareShop } from "#tests/open-shop.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { type SignedIn, signUpAdmin } from "#tests/people.ts";

const path = "/dashboard/manageProducts";
const openShop = shareShop({
  types: [aPartType({ slug: "filters", name: "Filters" })],
  parts: [
    aPart({ name: "Oil Filter", number: "PW-1", priceCents: 895, type: "filters" }),
    aPart({ name: "Brake Disc", number: "PW-2", priceCents: 5_490, availablQuantity: 0 }),
    aPart({ name: "Air Filter", number: "PW-3", priceCents: 1_290, type: "filters" }),
  ],
});

async function open(query = "", options: Parameters<typeof openPageAs>[3] = {}) {
  const shop = await openShop();
  const admin: SignedIn = await signUpAdmin(shop);
  const page = await openPageAs(shop, admin, path + query, options);
  await page.getByRole("table", { name: "Products" }).waitFor();
  return { shop, admin, page };
}

const names = (page: Page) =>
  page.locator("[data-row] a").evaluateAll((links) => links.map((link) => link.textContent));
const addressOf = (page: Page) => new URL(page.url()).search;
const sortedBy = (page: Page, column: string) =>
  page.getByRole("columnheader", { name: column }).getAttribute("aria-sort");
const presentRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector("a")?.textContent);

describe("an admin's list", () => {
  it("is sorted by its headings, counts what its views have, and has all it shows in its address", async () => {
    const { page } = await open("?sort=nonsense&view=other");
    // What no list has is left alone.
    const asAdded = ["Oil Filter", "Brake Disc", "Air Filter"];
    await expect.poll(() => names(page)).toEqual(asAdded);
    await pressButton(page, "Price");
    await expect.poll(() => names(page)).toEqual(["Oil Filter", "Air Filter", "Brake Disc"]);
    await pressButton(page, "Price");
    await expect.poll(() => names(page)).toEqual(["Brake Disc", "Air Filter", "Oil Filter"]);
    await expect.poll(() => sortedBy(page, "Price")).toBe("descending");
    await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "Filters" });
    await expect.poll(() => names(page)).toEqual(["Air Filter", "Oil Filter"]);
    await expect.poll(() => addressOf(page)).toBe("?sort=price-down&view=other&type=filters");
    await page.reload();
    await expect.poll(() => names(page)).toEqual(["Air Filter", "Oil Filter"]);
    await pressButton(page, "Type: Filters, remove the filter");
    await expect.poll(() => names(page)).toHaveLength(3);
    await page.goBack();
    await expect.poll(() => names(page)).toHaveLength(2);
    await pressButton(page, "Type: Filters, remove the filter");
    await page.getByRole("radio", { name: "All 3" }).waitFor();
    await page.getByText("Low or out 1").click();
    await expect.poll(() => names(page)).toEqual(["Brake Disc"]);
    await page.getByText("Hidden 0").click();
    await page.getByText("No product is hidden").waitFor();
  });

  it("keeps which columns somebody wants, and named views, and gives one as a file", async () => {
    const { admin, page } = await open("?q=filter&type=filters&sort=price-down");
    const columns = () => page.getByRole("columnheader").allInnerTexts();
    const view = page.getByRole("button", { name: "Filters, dear first", exact: true });
    await expect.poll(() => names(page)).toEqual(["Air Filter", "Oil Filter"]);
    await expect.poll(columns).not.toContain("Brand");
    await pressButton(page, "Columns");
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.getByRole("checkbox", { name: "Number" }).uncheck();
    await page.getByRole("checkbox", { name: "Brand" }).check();
    await page.keyboard.press("Escape");
    await pressButton(page, "Views");
    await pressButton(page, "Save the view");
    await page.getByText("Please give the view a name.").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await fillFields(page, { "Save what is shown as": "Filters, dear first" });
    await pressButton(page, "Save the view");
    await view.waitFor();
    await page.keyboard.press("Escape");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV" }).click();
    const file = await (await downloading).createReadStream();
    const lines = (await text(file)).split("\r\n");
    expect(lines[0]).toBe("Product Name,Minimum Quantity,Availabl Quantity,Price,Brand");
    expect(lines[1]).toMatch(/^Air Filter,4,400,12.90,/);

    await page.goto(page.url().split("?")[0] ?? "");
    await expect.poll(() => names(page)).toHaveLength(3);
    await expect.poll(columns).toContain("Brand");
    await expect.poll(columns).not.toContain("Number");
    await pressButton(page, "Columns");
    await page.getByRole("checkbox", { name: "Number" }).check();
    await page.keyboard.press("Escape");
    await pressButton(page, "Views");
    await view.click();
    await expect.poll(() => names(page)).toEqual(["Air Filter", "Oil Filter"]);
    await expect
      .poll(() => addressOf(page))
      .toBe("?q=filter&sort=price-down&type=filters&columns=Number%2CBrand");
    await expect.poll(columns).not.toContain("Number");
    await pressButton(page, "Views");
    await pressButton(page, "Remove the view Filters, dear first");
    await view.waitFor({ state: "detached" });
    expect((await admin.get("/api/saved-views?list=products")).body).toEqual([]);
  });

  it("is worked with by keys alone", async () => {
    const { page } = await open();
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => presentRow(page)).toBe("Brake Disc");
    await page.keyboard.press("k");
    await page.keyboard.press("p");
    const price = page.getByRole("textbox", { name: "Price of Oil Filter" });
    await price.waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("type")))
      .toBe("search");
    await page.keyboard.type("disc");
    await expect.poll(() => names(page)).toEqual(["Brake Disc"]);
    await page.getByRole("searchbox", { name: "Search by name" }).blur();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Brake Disc" }).waitFor();
    await page.goBack();
    await pressButton(page, "Keys");
    await page.getByRole("checkbox", { name: "Keys are on" }).uncheck();
    await pressButton(page, "Close");
    await page.keyboard.press("j");
    const hasRow = () => page.evaluate(() => document.activeElement?.matches("[data-row]"));
    await expect.poll(() => hasRow()).toBe(false);
  });

  it("is sorted and edited on a phone, in a sheet at the foot", async () => {
    const { page } = await open("", { viewport: { width: 390, height: 844 } });
    await page.getByLabel("Sort by").selectOption({ label: "Price, down" });
    await expect.poll(() => names(page)).toEqual(["Brake Disc", "Air Filter", "Oil Filter"]);
    await page.getByRole("button", { name: "Price of Air Filter" }).click();
    const field = page.getByRole("textbox", { name: "Price of Air Filter" });
    const { y = 0 } = (await field.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(600);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await field.fill("12.40");
    await field.press("Enter");
    await page.getByRole("status").getByText("PW-3 was $12.90, is now $12.40.").waitFor();
    // No other sheet covers Undo.
    await pressButton(page, "Undo");
    await page.getByRole("status").getByText("PW-3 is $12.90 again.").waitFor();
    expect(await page.getByRole("textbox", { name: /^Price of/ }).count()).toBe(0);
  });

  it("changes selected rows, or all that match, after showing what would change, and takes it back", async () => {
    const { admin, page } = await open("?type=filters");
    const prices = async () => {
      const { body } = await admin.get("/api/managed-parts?type=filters");
      return (body as { price: number }[]).map(({ price }) => price);
    };
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    const bar = page.getByRole("region", { name: "Selected rows" });
    await bar.getByText("1 selected").waitFor();
    await page.getByRole("checkbox", { name: "Select Air Filter" }).check();
    await bar.getByText("2 selected").waitFor();
    await pressButton(page, "Price");
    await bar.getByText("2 selected").waitFor();
    await pressButton(page, "Price…");
    const dialog = page.getByRole("dialog", { name: "Change the price" });
    await dialog.getByLabel("Percent more or less").fill("+10");
    await dialog.getByLabel("Round").selectOption({ label: "To 10 cents" });
    await dialog.getByText("2 products would change.").waitFor();
    await dialog.getByText("$9.80").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    expect(await prices()).toEqual([8.95, 12.9]);
    await dialog.getByRole("button", { name: "Change 2 products" }).click();
    await page.getByRole("status").getByText("2 products changed.").waitFor();
    expect(await prices()).toEqual([9.8, 14.2]);
    await bar.waitFor({ state: "detached" });
    await pressButton(page, "Undo");
    await page.getByRole("status").getByText("2 products as before.").waitFor();
    expect(await prices()).toEqual([8.95, 12.9]);

    await page.getByRole("checkbox", { name: "Select Oil Filter" }).check();
    await pressButton(page, "Select all 2");
    await bar.getByText("2 selected").waitFor();
    await pressButton(page, "Hide…");
    const hiding = page.getByRole("dialog", { name: "Hide from customers" });
    await hiding.getByRole("button", { name: "Change 2 products" }).click();
    await page.getByRole("radio", { name: "Hidden 2" }).waitFor();
    await pressButton(page, "Undo");
    await page.getByRole("radio", { name: "Hidden 0" }).waitFor();
  });

  it("brings back what was deleted", async () => {
    const { admin, page } = await open();
    await admin.send("POST", "/api/parts", aPart({ name: "Gasket", number: "PW-4" }));
    await pressButton(page, "Delete Gasket");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await toast(page, "Deleted Success").waitFor();
    await pressButton(page, "Undo");
    await page.getByRole("status").getByText("PW-4 is back.").waitFor();
    await expect.poll(() => names(page)).toContain("Gasket");
  });
});
