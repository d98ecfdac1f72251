// The public page of a part.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/store.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openLivePage, openPage } from "#tests/open-page.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const withinASecond = { timeout: 1_000 };
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function openOnePart(part = aPart({ name: "Ball Joint", priceCents: 1_250 })) {
  const shop = await emptyShop();
  const id = await addPart(shop.shop.db, part);
  return { shop, id, address: `${shop.url}/part/${id}/ball-joint` };
}

describe("the page of a part", () => {
  it("opens without a new document, and leads to its purchase page", async () => {
    const { shop, address } = await openOnePart();
    const page = await openPage(`${shop.url}/about`);
    await page.evaluate((part) => {
      history.pushState(null, "", part);
      history.pushState(null, "", "/about");
      history.back();
    }, address);
    await heading(page, "Ball Joint").waitFor();
    await expect.poll(() => page.title()).toBe("Ball Joint · Partwright");
    for (const text of ["$12.50", "each · $62.50 for 5", "400 in stock", "From 5 pieces"]) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Purchase Ball Joint" }).click();
    await page.waitForURL(/\/login\?from=%2Fpurchase%2F/);
  });

  it("says all of it without script", async () => {
    const { address } = await openOnePart();
    const page = await openPage(address, {
      javaScriptEnabled: false,
      expectedTroubles: /failed: csp$/,
    });
    await heading(page, "Ball Joint").waitFor();
    await page.getByText("400 in stock").waitFor();
    const purchase = page.getByRole("link", { name: "Purchase Ball Joint" });
    expect(await purchase.getAttribute("href")).toMatch(/^\/purchase\//);
  });

  it("shows what an order has left, without fetching anything", async () => {
    const shop = await emptyShop();
    const buyer = await signUp(shop);
    const part = await aStockedPart(shop, { minimumQuantity: 4, availablQuantity: 12 });
    await expect.poll(() => shop.shop.events.within(4_500), { timeout: 10_000 }).toEqual([]);
    const page = await openLivePage(`${shop.url}/part/${part.id}`);
    await page.getByText("12 in stock").waitFor();
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await placeOrder(buyer, part, { quantity: 7 });
    await page.getByText("5 in stock").waitFor(withinASecond);
    await page.getByText("There are too few left for an order.").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    expect(fetched).toEqual([]);
  });

  it("says that a part is no longer sold, at once and to those who come later", async () => {
    const { shop, id, address } = await openOnePart();
    const admin = await signUpAdmin(shop);
    const page = await openLivePage(address, { expectedTroubles: /410/ });
    await heading(page, "Ball Joint").waitFor();
    await admin.send("DELETE", `/api/parts/${id}`);
    await heading(page, "This part is no longer sold").waitFor(withinASecond);
    await expect.poll(() => page.title()).toBe("No longer sold · Partwright");
    expect((await page.goto(address))?.status()).toBe(410);
    await heading(page, "This part is no longer sold").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  it.each([crypto.randomUUID(), "nothing"])("of a part that never was is a 404: %s", async (id) => {
    const shop = await emptyShop();
    const page = await openPage("about:blank", { expectedTroubles: /404/ });
    expect((await page.goto(`${shop.url}/part/${id}/ball-joint`))?.status()).toBe(404);
    await heading(page, "404").waitFor();
    expect(await page.title()).toBe("Page not found · Partwright");
  });
});
