import { expect, it } from "vitest";
import type { PartTypeRecord } from "#contract/part-types.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { shareShop } from "#tests/open-shop.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { signUpAdmin } from "#tests/people.ts";

const openShop = shareShop({
  types: [aPartType({ slug: "filters", name: "Filters" })],
  parts: [aPart({ name: "Oil Filter", number: "PW-1042" })],
});

async function open(...searches: string[]) {
  const shop = await openShop();
  for (const q of searches) await shop.get(`/api/search?q=${encodeURIComponent(q)}`);
  const admin = await signUpAdmin(shop);
  const page = await openPageAs(shop, admin, "/dashboard/missedSearches");
  const rows = page.getByRole("table", { name: "Missed searches" }).getByRole("row");
  return { shop, admin, page, row: (text: string) => rows.filter({ hasText: text }) };
}

it("become a number of a product", async () => {
  const { shop, page } = await open("ZX99881");
  await pressButton(page, "Add “zx99881” to the catalogue");
  const dialog = page.getByRole("dialog");
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  await fillFields(page, { "It is a number of the product": "PW-9" });
  await pressButton(page, "Open the product");
  await dialog.getByText("No product has this number.").waitFor();
  await fillFields(page, { "It is a number of the product": "pw1042" });
  await pressButton(page, "Open the product");
  await page.getByRole("heading", { name: "Oil Filter" }).waitFor();
  await expect
    .poll(() => page.getByLabel("Number 1", { exact: true }).inputValue())
    .toBe("zx99881");
  await page.getByLabel("Brand 1", { exact: true }).fill("Tessaro");
  await pressButton(page, "Save");
  await expect
    .poll(async () => JSON.stringify((await shop.get("/api/search?q=zx99881")).body))
    .toContain("Oil Filter");
});

it("become another word of a part type", async () => {
  const { admin, page } = await open("Sieve thing");
  await pressButton(page, "Add “sieve thing” to the catalogue");
  await page.getByRole("combobox", { name: "It is another word for" }).selectOption("filters");
  await pressButton(page, "Open the part type");
  await page.getByRole("heading", { name: "Filters" }).waitFor();
  await expect.poll(() => page.getByLabel("Other words for it").inputValue()).toBe("sieve thing");
  await pressButton(page, "Save");
  await page.getByText("Filters is saved: other words.").waitFor();
  const { body } = await admin.get("/api/part-types/filters");
  expect((body as PartTypeRecord).synonyms).toEqual(["sieve thing"]);
});

it("are dismissed, listed again, and found", async () => {
  const { page, row } = await open("hyperdrive", "unobtainium");
  await row("hyperdrive").waitFor();
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  await pressButton(page, "Dismiss: hyperdrive");
  await page.getByText("“hyperdrive” is dismissed.").waitFor();
  await row("hyperdrive").waitFor({ state: "detached" });
  await pressButton(page, "Undo");
  await row("hyperdrive").waitFor();
  await pressButton(page, "Dismiss: hyperdrive");
  await row("hyperdrive").waitFor({ state: "detached" });
  await page.getByRole("radio", { name: "Dismissed" }).check({ force: true });
  await row("hyperdrive").waitFor();
  await pressButton(page, "List again: hyperdrive");
  await page.getByText("Nothing is dismissed").waitFor();
  await page.getByRole("radio", { name: "Open" }).check({ force: true });
  await page.getByRole("searchbox", { name: "Find a search" }).fill("unob");
  await row("hyperdrive").waitFor({ state: "detached" });
  await expect.poll(() => row("unobtainium").count()).toBe(1);
});
