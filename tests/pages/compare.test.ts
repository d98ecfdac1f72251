// Comparing parts, and the parts that were viewed before.
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { pressButton } from "#tests/page-actions.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

async function openWithParts() {
  const shop = await emptyShop();
  const thread = (value: number) => [{ name: "Thread", unit: "mm", value }];
  const add = (number: string, name: string, value: number) =>
    addPart(shop.shop.db, aPart({ name, number, attributes: thread(value), brand: "Brakon" }));
  const joint = await add("PW-1", "Ball Joint", 14);
  await add("PW-2", "Long Ball Joint", 16);
  return { ...shop, joint };
}

describe("comparing", () => {
  it("collects parts in a bar, by keyboard, and marks what differs", async () => {
    const { url } = await openWithParts();
    const page = await openPage(`${url}/shop?view=grid`, { viewport: { width: 390, height: 844 } });
    await page.getByRole("button", { name: "Compare Ball Joint", exact: true }).press("Enter");
    const bar = page.getByRole("region", { name: "Parts to compare" });
    await bar.getByText("Choose another part").waitFor();
    await page.getByRole("button", { name: "Compare Long Ball Joint" }).press(" ");
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await bar.getByRole("link", { name: "Compare 2 parts" }).press("Enter");
    await page.waitForURL(`${url}/compare?parts=PW-1%2CPW-2`);
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    await expect
      .poll(() => row("Thread").innerText())
      .toMatch(/^Thread\s+differs\s+14\smm\s+16\smm$/);
    await expect.poll(() => row("Brand").innerText()).toMatch(/^Brand\s+Brakon\s+Brakon$/);
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await page.getByRole("link", { name: "Take off PW-2" }).click();
    await page.waitForURL(`${url}/compare?parts=PW-1`);
    await page.goBack();
    await row("Thread").getByText("differs").waitFor();
  });

  it("takes four parts, says so at the fifth, and goes on with them where the address names none", async () => {
    const shop = await openWithParts();
    const { db } = shop.shop;
    for (const number of ["PW-3", "PW-4", "PW-5"]) {
      await addPart(db, aPart({ name: `Bolt ${number}`, number }));
    }
    const page = await openPage(`${shop.url}/shop?view=grid`);
    for (const name of ["Ball Joint", "Bolt PW-3", "Bolt PW-4", "Bolt PW-5"]) {
      await page.getByRole("button", { name: `Compare ${name}`, exact: true }).click();
    }
    await page.getByRole("button", { name: "Compare Long Ball Joint" }).click();
    await page.getByText("You can compare 4 parts. Take one off first.").waitFor();
    await page.getByRole("link", { name: "Compare 4 parts" }).waitFor();
    await page.goto(`${shop.url}/compare`);
    await page.getByRole("link", { name: "Compare 4 parts" }).click();
    await page.waitForURL(`${shop.url}/compare?parts=PW-1%2CPW-3%2CPW-4%2CPW-5`);
  });

  it("is all in the address, and rendered without script", async () => {
    const { request } = await openWithParts();
    const html = await (await request("/compare?parts=pw1,PW-2,PW-9")).text();
    expect(html).toMatch(/<th[^>]*>(?:(?!<\/th>).)*Ball Joint/s);
    expect(html).toMatch(/There is no part <span[^>]*>PW-9<\/span> in the shop\./);
    expect(await (await request("/compare")).text()).toContain("Nothing to compare yet");
  });
});

describe("recently viewed parts", () => {
  it("are shown on other parts and at home until they are cleared, and stay in the browser", async () => {
    const { url, joint } = await openWithParts();
    const page = await openPage(`${url}/part/PW-1/ball-joint`);
    const recent = page.getByRole("region", { name: "Recently viewed" });
    await page.getByRole("heading", { level: 1, name: "Ball Joint" }).waitFor();
    await expect.poll(() => recent.count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).join()))
      .toContain(joint);
    await page.goto(`${url}/part/PW-2/long-ball-joint`);
    await recent.getByRole("link", { name: "Ball Joint", exact: true }).waitFor();
    await expect.poll(() => recent.getByRole("link").count()).toBe(1);
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await expect
      .poll(() => recent.getByRole("link").allInnerTexts())
      .toEqual(["Long Ball Joint", "Ball Joint"]);
    await pressButton(page, "Clear the parts that you viewed");
    await recent.waitFor({ state: "detached" });
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).join()))
      .not.toContain(joint);
  });
});
