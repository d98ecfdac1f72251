// Which vehicles a product fits, as an admin keeps it, and what customers see of that at once.
import { expect, it } from "vitest";
import { ownVehicleKey } from "#contract/pages/first-paint.ts";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { limitRole } from "#tests/builders/person.ts";
import { addArden, anArden } from "#tests/builders/vehicle.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { openShop } from "#tests/open-shop.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { signUpAdmin } from "#tests/people.ts";

const named = (name: string) => ({ slug: name.toLowerCase(), name });

it("an admin adds, changes, deletes and restores an application, and open pages follow", async () => {
  const shop = await openShop();
  await addArden(shop.databaseUrl);
  const part = aPart({ number: "PW-77", name: "Disc", type: anArden.type });
  const id = await addPart(shop.shop.db, part);
  const admin = await signUpAdmin(shop);
  const customer = await openPage(`${shop.url}/robots.txt`, {
    ownPage: true,
    expectedTroubles: /404/,
  });
  const car = { id: 1, make: named("Corvane"), model: named("Arden"), year: 2014, known: [] };
  await customer.evaluate(
    ([key, text]) => localStorage.setItem(key ?? "", text ?? ""),
    [ownVehicleKey, JSON.stringify(car)],
  );
  const live = customer.waitForResponse("**/api/live**");
  await customer.goto(`${shop.url}/part/PW-77/disc`);
  await live;
  const says = (name: RegExp) =>
    customer.getByRole("region", { name: "Your car" }).getByRole("heading", { name }).waitFor();
  await says(/^Not known for your/);

  const page = await openPageAs(shop, admin, `/dashboard/manageProducts/${id}`, {
    expectedTroubles: /status of 40[09]/,
  });
  await page.getByRole("link", { name: "Vehicles it fits" }).click();
  await page.getByText("Nothing yet. Add the first vehicle").waitFor();
  await pressButton(page, "Add an application");
  await pressButton(page, "Add application");
  await page.getByText("Choose a model").waitFor();
  await page.getByLabel("Make", { exact: true }).selectOption("Corvane");
  await page.getByLabel("Model", { exact: true }).selectOption("Arden");
  await fillFields(page, { Position: "Front", Pieces: "2", Note: "Vented" });
  await pressButton(page, "Add a condition");
  await page.getByRole("combobox", { name: "Condition 1" }).selectOption("Which engine?");
  await page.getByLabel("2.0", { exact: true }).check();
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  await pressButton(page, "Add application");
  await page.getByText("Added: Corvane Arden 2014.").waitFor();
  await says(/^One question first/);

  await page.getByRole("link", { name: "Vehicles", exact: true }).click();
  for (const [list, choice] of [
    ["Make", "Corvane"],
    ["Model", "Arden"],
    ["Year", "2014"],
    ["Part type", "Car parts"],
  ] as const) {
    await page.getByLabel(list, { exact: true }).selectOption(choice);
  }
  const tree = page.getByRole("region", { name: "Parts by what is known of the car" });
  await tree.getByText("Which engine?").waitFor();
  await expect
    .poll(() => tree.innerText())
    .toMatch(/1\.6\s+Nothing fits[\s\S]*2\.0\s+PW-77 Disc \(Front: 2\)/);
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  await tree.getByRole("link", { name: "PW-77 Disc" }).click();

  const row = page.getByRole("table", { name: "Applications" }).getByRole("row").nth(1);
  await expect.poll(() => row.innerText()).toMatch(/engine 2\.0\s+Front: 2\s+Vented/);
  await pressButton(page, "Edit Corvane Arden 2014");
  await pressButton(page, "Remove condition 1");
  await pressButton(page, "Save");
  await page.getByText("Saved: Corvane Arden 2014.").waitFor();
  await says(/^Fits your 2014 Corvane Arden/);
  await pressButton(page, "Delete Corvane Arden 2014");
  await page.getByText("Deleted: Corvane Arden 2014.").waitFor();
  await says(/^Not known for your/);
  await page.getByText("All vehicles are listed").click();
  await says(/^Does not fit your/);
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);

  await page.getByRole("link", { name: "The product, with its history" }).click();
  const deleted = page.getByRole("listitem").filter({ hasText: "Deleted an application" });
  await deleted.getByText("Corvane Arden, 2014, Front: 2, Vented, then gone").waitFor();
  await deleted.getByRole("button", { name: /^Undo/ }).click();
  await says(/^Fits your 2014 Corvane Arden/);

  await limitRole(shop, admin, "orders");
  await page.goto(`${shop.url}/dashboard/manageProducts/${id}/fit`);
  await page.getByText("With the role “Orders” you can view this page").waitFor();
  await page.getByRole("table", { name: "Applications" }).getByText("Vented").waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^(Add|Edit|Delete)/ }).count()).toBe(0);
  await expect
    .poll(() => page.getByRole("radio", { name: "All vehicles are listed" }).isDisabled())
    .toBe(true);
});
