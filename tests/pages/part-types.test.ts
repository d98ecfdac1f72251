// The tree of part types, as an admin keeps it.
import { expect, it } from "vitest";
import type { PartPage } from "#contract/catalog.ts";
import type { PartTypeRecord } from "#contract/part-types.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { blank } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { shareShop } from "#tests/open-shop.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { signUpAdmin } from "#tests/people.ts";

const openShop = shareShop({
  types: [
    aPartType({ slug: "filters", name: "Filters" }),
    aPartType({
      slug: "oil-filters",
      name: "Oil filters",
      parent: "filters",
      synonyms: ["cartridge"],
    }),
  ],
  parts: [aPart({ name: "Spin-On Oil Filter", number: "PW-1042", type: "oil-filters" })],
});

async function open(path = "/dashboard/partTypes") {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  const page = await openPageAs(shop, admin, path, { expectedTroubles: /status of 40[049]/ });
  const record = async (slug: string) =>
    (await admin.get(`/api/part-types/${slug}`)).body as PartTypeRecord;
  return { shop, admin, page, record };
}

it("is shown as a tree, and a new type is added to it and described", async () => {
  const { page, record } = await open();
  const rows = page.getByRole("table", { name: "Part types" }).getByRole("row");
  await rows.filter({ hasText: "Oil filters" }).filter({ hasText: "cartridge" }).waitFor();
  await pressButton(page, "Add");
  await page.getByText("Name is Required").waitFor();
  await fillFields(page, { "New part type": "Cabin filters" });
  await page.getByRole("combobox", { name: "Belongs to" }).selectOption({ label: "Filters" });
  await pressButton(page, "Add");

  await page.getByRole("heading", { name: "Cabin filters" }).waitFor();
  await fillFields(page, { "Other words for it": "pollen filter\nmicrofilter" });
  await pressButton(page, "Add an attribute");
  await fillFields(page, { "Attribute 1": "Width", "Unit 1": "mm" });
  await page.getByRole("combobox", { name: "Kind 1" }).selectOption({ label: "Number" });
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pressButton(page, "Save");
  await page.getByText("Cabin filters is saved: other words, attributes.").waitFor();
  expect(await record("cabin-filters")).toMatchObject({
    parent: "filters",
    synonyms: ["pollen filter", "microfilter"],
    attributes: [{ name: "Width", unit: "mm", kind: "number" }],
  });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Cabin filters is as it was.").waitFor();
  expect(await record("cabin-filters")).toMatchObject({ synonyms: [], attributes: [] });
});

it("gets another address, says what is wrong at the field, and follows the change of another admin", async () => {
  const { shop, page, admin, record } = await open("/dashboard/partTypes/oil-filters");
  await fillFields(page, { Address: "Oil Filters" });
  await pressButton(page, "Save");
  await page.getByText("Must be small letters, digits and single hyphens").waitFor();
  await fillFields(page, { Address: "engine-oil-filters" });
  await admin.send("PATCH", "/api/part-types/oil-filters", { synonyms: ["cartridge", "theirs"] });
  await pressButton(page, "Save");
  const meanwhile = page.getByText("Somebody else changed this type meanwhile.");
  const saved = page.getByText("Oil filters is saved: address.");
  await meanwhile.or(saved).first().waitFor();
  if (await meanwhile.isVisible()) await pressButton(page, "Save");
  await saved.waitFor();
  await page.waitForURL("**/dashboard/partTypes/engine-oil-filters");
  expect(await record("engine-oil-filters")).toMatchObject({ synonyms: ["cartridge", "theirs"] });
  const former = await shop.request("/shop/oil-filters");
  expect([former.status, former.url]).toEqual([200, `${shop.url}/shop/engine-oil-filters`]);
});

it("a product is listed under further types, which are chosen on its page", async () => {
  const { shop, page } = await open(blank);
  const { _id } = (await shop.get("/api/parts/PW-1042")).body as PartPage;
  await page.goto(`${shop.url}/dashboard/manageProducts/${_id}`);
  const choose = (label: string, option: string) =>
    page.getByRole("combobox", { name: label, exact: true }).selectOption({ label: option });
  await choose("Also listed under", "Filters");
  await page.getByRole("combobox", { name: "Also listed under, 2" }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pressButton(page, "Save");
  await page.getByText("PW-1042 is saved: further types.").waitFor();
  await page.goto(`${shop.url}/part/PW-1042`);
  await page.getByText("Also in:").getByRole("link", { name: "Filters" }).click();
  await page.getByRole("list", { name: "Parts" }).getByText("PW-1042").waitFor();
});

it("is deleted only without products, and can be had back", async () => {
  const { shop, page, admin } = await open(blank);
  await admin.send("POST", "/api/part-types", { name: "Gloves" });
  await page.goto(`${shop.url}/dashboard/partTypes`);
  await page.getByRole("link", { name: "Gloves" }).click();
  await page.getByRole("heading", { name: "Gloves" }).waitFor();
  const { body } = await admin.send("POST", "/api/parts", aPart({ type: "gloves" }));
  const part = body as { insertedId: string };
  const remove = async () => {
    await pressButton(page, "Delete");
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Delete", exact: true })
      .click();
  };
  await remove();
  await page.getByText("There is 1 product of this type: give them another one first.").waitFor();
  await admin.send("PATCH", `/api/parts/${part.insertedId}`, { type: null });
  await remove();
  await page.getByText("Gloves was deleted.").waitFor();
  await page.getByRole("link", { name: "Gloves" }).waitFor({ state: "detached" });
  await pressButton(page, "Undo");
  await page.getByRole("link", { name: "Gloves" }).waitFor();
});
