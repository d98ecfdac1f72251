// What was said of a car's parts when the shop cannot be reached.
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { addArden, anApplication, anArden } from "#tests/builders/vehicle.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { freePort } from "#tests/free-port.ts";
import { openLivePage } from "#tests/open-page.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";
import { pressButton } from "#tests/page-actions.ts";
import { signUpAdmin } from "#tests/people.ts";

const timeOf = (verdict: Locator) =>
  verdict.evaluate((element) => getComputedStyle(element, "::after").content);

// Edge case 48 of fit: without a connection, the last car's verdicts stay readable, with their time.
it("verdicts that were shown stay readable without a connection, and are marked with their time", async () => {
  const port = `${await freePort()}`;
  const shop = await openShop({ env: { PORT: port } });
  await addArden(shop.databaseUrl);
  const admin = await signUpAdmin(shop);
  const disc = await aStockedPart(shop, { name: "Disc", type: anArden.type });
  await admin.send("POST", `/api/parts/${disc.id}/applications`, anApplication());

  const page = await openLivePage(`${shop.url}/shop`, {
    ownPage: true,
    expectedTroubles: /ERR_|Failed to (load|fetch)/,
  });
  await page.locator(".vehicle-bar").click();
  const picker = page.getByRole("dialog", { name: "Your car" });
  await picker.getByLabel("Or by VIN").fill(anArden.vin);
  await page.keyboard.press("Enter");
  await picker.getByText(/^Found: /).waitFor();
  await pressButton(page, "Use this car");
  const link = page.getByRole("link", { name: "Disc", exact: true });
  const row = page.getByRole("list", { name: "Parts" }).getByRole("listitem").filter({ has: link });
  await row.getByText("Fits", { exact: true }).waitFor();
  await link.click();
  const verdict = page.getByRole("region", { name: "Your car" });
  const heading = verdict.getByRole("heading", { name: "Fits your 2014 Corvane Arden" });
  await heading.waitFor();
  await expect.poll(() => timeOf(verdict)).toBe("none");

  await shop.stop();
  await expect.poll(() => timeOf(verdict)).toMatch(/^"As of \d+:\d\d/);
  await expect.poll(() => heading.isVisible()).toBe(true);
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  await page.goBack();
  await row.getByText("Fits", { exact: true }).waitFor();
  await expect.poll(() => timeOf(row.locator("[data-says]"))).toMatch(/^"As of \d+:\d\d/);

  await openShop({ databaseUrl: shop.databaseUrl, env: { PORT: port } });
  await expect.poll(() => timeOf(row.locator("[data-says]"))).toBe("none");
  await row.getByText("Fits", { exact: true }).waitFor();
});
