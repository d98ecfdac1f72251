// What an order keeps of the fit for the chosen car, and the lines of the catalogue that are held.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { PartPage } from "#contract/catalog.ts";
import type { VehiclePage } from "#contract/fitment.ts";
import { addArden, anApplication, anArden } from "#tests/builders/vehicle.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { share, startShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { bar, enterVin } from "#tests/vehicle-page.ts";

const open = share(
  async () => {
    const shop = await startShop({});
    await addArden(shop.databaseUrl);
    return { shop, admin: await signUpAdmin(shop) };
  },
  ({ shop }) => shop.stop(),
);

async function openDisc(over = {}) {
  const { shop, admin } = await open();
  const disc = await aStockedPart(shop, { name: "Disc", type: anArden.type });
  await admin.send("POST", `/api/parts/${disc.id}/applications`, anApplication(over));
  return { shop, admin, disc };
}

async function chooseArden(page: Page): Promise<void> {
  await bar(page).click();
  await enterVin(page, anArden.vin);
  await pressButton(page, "Use this car");
}

it("an order that is placed with a car chosen says of each part what was said then", async () => {
  const { shop, disc } = await openDisc();
  const page = await openPageAs(shop, await signUp(shop), `/purchase/${disc.id}`);
  await chooseArden(page);
  await page.getByText("Fits your 2014 Corvane Arden").waitFor();
  await fillFields(page, { Quantity: "2" });
  await pressButton(page, "Place order");
  await page.getByText(/^Ordered: /).waitFor();
  await page.goto(`${shop.url}/dashboard/myOrder`);
  await page.getByText("Fits your 2014 Corvane Arden").waitFor();
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  await page.getByRole("link", { name: "Disc", exact: true }).click();
  await page.getByText("Fits your 2014 Corvane Arden").waitFor();
  await page.getByText("What that rests on").click();
  await page.getByText(/^Corvane Arden, 2014 \(\d+\)$/).waitFor();
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
});

it("a part that fits, of which the car needs one or two by what is not known of it, says so and offers to ask", async () => {
  const { shop, admin } = await open();
  const car = (await shop.get("/api/vehicles/corvane/arden/2014")).body as VehiclePage;
  const { id: part } = await aStockedPart(shop, { name: "Spring", type: anArden.type });
  for (const [at, { id }] of (car.facts[0]?.values ?? []).entries()) {
    const terms = [{ fact: "engine", any: [id] }];
    const line = anApplication({ terms, position: "Rear", quantity: at + 1 });
    await admin.send("POST", `/api/parts/${part}/applications`, line);
  }
  const page = await openPageAs(shop, await signUp(shop), `/purchase/${part}`);
  await chooseArden(page);
  const verdict = page.getByRole("region", { name: "Your car" });
  await verdict.getByText("Fits your 2014 Corvane Arden").waitFor();
  await verdict.getByText("Your car needs 1 or 2 (Rear).").waitFor();
  await verdict.getByRole("button", { name: "Ask us" }).waitFor();
});

it("a line of the catalogue that is withdrawn from a part in a basket changes what the basket says, before one pays", async () => {
  const { shop, admin, disc } = await openDisc();
  const buyer = await signUp(shop);
  await buyer.send("PUT", "/api/basket/lines", { lines: [{ part: disc.id, quantity: 2 }] });
  const page = await openPageAs(shop, buyer, "/basket");
  await chooseArden(page);
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: "Disc" });
  await line.getByText("Fits", { exact: true }).waitFor();
  const [application] = (await admin.get(`/api/parts/${disc.id}/applications`)).body as {
    _id: string;
  }[];
  await admin.send("DELETE", `/api/applications/${application?._id}`);
  await line.getByText("Not known", { exact: true }).waitFor();
  await line.getByText("it no longer says that this fits your car").waitFor();
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  await page.goto(`${shop.url}/checkout/address`);
  await page.getByText("Not known", { exact: true }).first().waitFor({ state: "attached" });
});

it("what replaces a part for some cars only is not proposed for others", async () => {
  const { shop, admin, disc } = await openDisc();
  const newer = await aStockedPart(shop, { name: "Newer disc", number: `ND-${Date.now()}` });
  const car = (await shop.get("/api/vehicles/corvane/arden/2014")).body as VehiclePage;
  const engine = car.facts[0]?.values.find(({ label }) => label === "1.6")?.id;
  const terms = [{ fact: "engine", any: [engine] }];
  const replacedBy = [{ part: newer.id, terms }];
  await admin.send("PATCH", `/api/parts/${disc.id}`, { life: "superseded", replacedBy });
  const { number } = (await shop.get(`/api/parts/${disc.id}`)).body as PartPage;
  const buyer = await signUp(shop);
  await buyer.send("PUT", "/api/basket/lines", { lines: [{ part: disc.id, quantity: 2 }] });
  const page = await openPageAs(shop, buyer, `/part/${number}`);
  const region = page.getByRole("region", { name: "Replaced by" });
  await region.getByRole("link", { name: /Newer disc/ }).waitFor();
  await region.getByText("only for cars: engine 1.6").waitFor();
  await page.locator(".vehicle-bar").click();
  const picker = page.getByRole("dialog", { name: "Your car" });
  await picker.getByLabel("Or by VIN").fill(anArden.vin);
  await page.keyboard.press("Enter");
  await picker.getByRole("group", { name: "Which engine?" }).getByText("2.0").click();
  await pressButton(page, "Use this car");
  await region.getByText("Not for your car.").waitFor();
  await expect.poll(() => region.getByRole("link", { name: /Newer disc/ }).count()).toBe(0);
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  await page.goto(`${shop.url}/basket`);
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: "Disc" });
  await line.getByText("Not for your car.").waitFor();
  await expect.poll(() => line.getByRole("button", { name: /^Swap/ }).count()).toBe(0);
  await page.goto(`${shop.url}/paste`);
  await page.getByLabel("Numbers and quantities").fill(number);
  await pressButton(page, "Look them up");
  const verdicts = page.getByRole("region", { name: "Verdicts" });
  await verdicts.getByText("Not for your car.").waitFor();
  await expect.poll(() => verdicts.getByRole("link", { name: /Newer disc/ }).count()).toBe(0);
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
});

it("the desk releases a held line, and says why", async () => {
  const { shop, admin, disc } = await openDisc({ heldBecause: "Three came back" });
  const page = await openPageAs(shop, admin, "/dashboard/vehicles", {
    expectedTroubles: /status of 400/,
  });
  await page.getByRole("link", { name: "Held applications" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Three came back" });
  await row.waitFor();
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  await row.getByRole("button", { name: /^Release / }).click();
  await pressButton(page, "Release it");
  await page.getByText("Say why it counts again").waitFor();
  await fillFields(page, { "Why does it count again?": "Measured again: it fits" });
  await pressButton(page, "Release it");
  await page.getByText("Nothing is held").waitFor();
  const { body } = await admin.get(`/api/audit?about=${disc.id}&limit=1`);
  expect(body).toMatchObject([
    { action: "release-application", after: { because: "Measured again: it fits" } },
  ]);
});
