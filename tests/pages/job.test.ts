// What a repair needs for the chosen car, and what a basket is told that it lacks.
import { expect, it } from "vitest";
import { addDemoParts } from "#seed/catalogue/add-demo-parts.ts";
import { addDemoFit } from "#seed/fit/add-demo-fit.ts";
import { addDemoRepairs } from "#seed/fit/demo-repairs.ts";
import { demoVins } from "#seed/fit/demo-vins.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { share, startShop } from "#tests/open-shop.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { signUpAdmin } from "#tests/people.ts";

const demo = share(
  async () => {
    const shop = await startShop({});
    await inTransaction(shop.shop.db, async (tx) => {
      await addDemoParts(tx, new Map());
      await addDemoFit(tx);
      await addDemoRepairs(tx);
    });
    return shop;
  },
  ({ stop }) => stop(),
);

it("a job is read without a car; with one its parts are added, and the basket says what is left out", async () => {
  const { url } = await demo();
  const page = await openPage(`${url}/job`, { ownPage: true });
  await page.getByRole("link", { name: /^Front Brakes/ }).click();
  await page.getByText("Old pads have the shape of the old disc.").waitFor();
  await pressButton(page, "Choose your car to see the parts");
  const picker = page.getByRole("dialog", { name: "Your car" });
  await picker.getByLabel("Or by VIN").fill(demoVins[1]?.vin ?? "");
  await page.keyboard.press("Enter");
  await picker.getByText(/^Found: /).waitFor();
  await pressButton(page, "Use this car");
  await page.getByLabel("Buy Brake Discs, Front").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByLabel("Buy Brake Pads, Front").press(" ");
  await page.getByRole("button", { name: /^Add 1 part · / }).press("Enter");
  await page.getByRole("dialog", { name: "Your basket" }).waitFor();
  await page.goto(`${url}/basket`);
  const box = page.getByText(/^Front Brakes: \d things? more to think of/);
  await box.click();
  await page.getByText("Brake Pads, front").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page
    .getByRole("listitem")
    .filter({ hasText: "Brake Pads, front" })
    .getByRole("button", { name: /^Add PW-/ })
    .click();
  await page.getByText("Brake Pads, front").waitFor({ state: "detached" });
  await pressButton(page, "Not now: Front Brakes");
  await box.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("link", { name: "Checkout" }).waitFor();
  await expect.poll(() => box.count()).toBe(0);
});

it("an admin describes a job, with what is wrong at its field", async () => {
  const shop = await demo();
  const page = await openPageAs(shop, await signUpAdmin(shop), "/dashboard/jobsOnCars", {
    expectedTroubles: /status of 4\d\d/,
  });
  await page.getByRole("link", { name: "Add a job" }).click();
  await pressButton(page, "Save the job");
  await page.getByText("Name is Required").waitFor();
  await fillFields(page, { Name: "Battery", Address: "battery" });
  await pressButton(page, "Add a part type");
  await page.getByLabel("Part type 1", { exact: true }).selectOption({ label: "Battery Clamps" });
  await fillFields(page, { "Why 1": "Old clamps do not close" });
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pressButton(page, "Save the job");
  await page.getByRole("heading", { name: "Battery" }).waitFor();
  expect((await shop.get("/api/repairs/battery")).body).toMatchObject({
    lines: [{ type: { slug: "battery-clamps" }, why: "Old clamps do not close" }],
  });
});
