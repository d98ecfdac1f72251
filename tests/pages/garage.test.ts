// The cars of a person: offered to be kept, chosen again, and their service book.
import { expect, it } from "vitest";
import { ownVehicleKey } from "#contract/pages/first-paint.ts";
import { addArden, anArden } from "#tests/builders/vehicle.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { openShop } from "#tests/open-shop.ts";
import { fillFields, pressButton, submitSignIn } from "#tests/page-actions.ts";
import { signUp } from "#tests/people.ts";

it("a visitor's car is offered to be kept after the sign-in, and has a service book", async () => {
  const shop = await openShop();
  await addArden(shop.databaseUrl);
  const vera = await signUp(shop);
  const page = await openPage(`${shop.url}/garage`, { expectedTroubles: /status of 400/ });
  await page.getByText("No car yet").waitFor();
  await page.getByRole("button", { name: "Choose your car" }).click();
  const picker = page.getByRole("dialog", { name: "Your car" });
  await picker.getByLabel("Or by VIN").fill(anArden.vin);
  await page.keyboard.press("Enter");
  await picker.getByText(/^Found: /).waitFor();
  await picker.getByText("2.0", { exact: true }).click();
  await picker.getByRole("button", { name: "Use this car" }).click();
  await page.getByText("This car is kept in this browser only.").waitFor();
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);

  await page.getByRole("link", { name: "Login", exact: true }).first().click();
  await submitSignIn(page, vera);
  await page.waitForURL(`${shop.url}/dashboard`);
  await pressButton(page, "Keep it in your garage");
  await expect
    .poll(async () => (await vera.get("/api/garage")).body)
    .toMatchObject({
      cars: [{ vehicle: { year: 2014 }, vinEnd: null }],
    });
  await page.getByRole("main").getByRole("link", { name: "Garage" }).click();
  await page.getByText("Chosen now").waitFor();
  await page.getByText("engine 2.0").waitFor();
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  await page.getByRole("link", { name: "Service book" }).click();

  await fillFields(page, { Name: "The old one", VIN: "AX1" });
  await pressButton(page, "Save the car");
  await page
    .getByText(/A VIN has 17 characters/)
    .first()
    .waitFor();
  await fillFields(page, { VIN: anArden.vin, "Odometer, km": "90000" });
  await pressButton(page, "Save the car");
  await page.getByRole("heading", { name: "The old one" }).waitFor();
  await fillFields(page, { Day: "2026-05-02", "Fitted or done": "Brake fluid", "At km": "91000" });
  await pressButton(page, "Add to the book");
  const entry = page.getByRole("list", { name: "Entries" }).getByRole("listitem");
  await entry.getByText("2 May 2026, at 91,000 km").waitFor();
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  await expect.poll(() => page.url()).not.toContain(anArden.vin);
  await pressButton(page, "Remove Brake fluid");
  await page.getByText("Nothing yet. Write down what was fitted").waitFor();

  await page.evaluate((key) => localStorage.removeItem(key), ownVehicleKey);
  await page.goto(`${shop.url}/shop`);
  await page.locator(".vehicle-bar").click();
  await picker.getByRole("button", { name: "The old one" }).click();
  await expect.poll(() => page.locator(".vehicle-bar").innerText()).toContain("Corvane Arden 2.0");
  await page.goto(`${shop.url}/garage`);
  await page.getByText(`VIN ending in ${anArden.vin.slice(-4)}`).waitFor();
  await pressButton(page, "Remove The old one");
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect.poll(async () => (await vera.get("/api/garage")).body).toMatchObject({ cars: [] });
});
