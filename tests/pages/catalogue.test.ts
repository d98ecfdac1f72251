// The catalogue as a person sees it: the built shop in a real browser.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { changePart } from "#tests/builders/part.ts";
import { blank, openPage } from "#tests/open-page.ts";
import { expectRed, holdRequests } from "#tests/page-actions.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => aPart({ name: `Part ${index + 1}` }));

const cards = (page: Page) => page.getByRole("article").filter({ hasText: "(per piece)" });
const names = (page: Page) => cards(page).getByRole("heading").allTextContents();

describe("the home page", () => {
  it("[§2.2 §2.29 §2.30] labels each part as specified and leads to its purchase page; Get Started does nothing", async () => {
    const part = aPart({ name: "Oil Filter", minimumQuantity: 5, availablQuantity: 1_200 });
    const { url, shop } = await emptyShop();
    const id = await addPart(shop.db, part);
    const page = await openPage(url);
    await page.getByText("The best Automotive shop").waitFor();
    await page.getByRole("button", { name: "Get Started" }).click();
    await expect.poll(() => page.url()).toBe(`${url}/`);
    const card = cards(page).filter({ hasText: "Oil Filter" });
    const text = (await card.innerText()).replace(/\s+/g, " ");
    expect(text).toContain(part.description);
    expect(text).toContain("minimum Quantity 5");
    expect(text).toContain("Availabl Quantity 1,200");
    expect(text).toContain("Price : $45.50 (per piece)");
    await card.getByRole("link", { name: "Oil Filter", exact: true }).click();
    await page.getByRole("button", { name: /^Copy PW-/ }).waitFor();
    await page.goBack();
    await card.getByRole("link", { name: "Purchase" }).click();
    await page.waitForURL(`${url}/login?from=${encodeURIComponent(`/purchase/${id}`)}`);
  });

  it("is taken over by the browser without asking again for what it shows", async () => {
    const { url, shop } = await emptyShop({ parts: numbered(3) });
    // Pages are told of recent changes when they open, and fetch again.
    await expect.poll(() => shop.events.within(4_100)).toEqual([]);
    const asked: string[] = [];
    const page = await openPage("about:blank");
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(url);
    // Live means: the browser has taken over.
    await expect.poll(() => asked).toContain("/api/live");
    expect(asked).not.toContain("/api/parts");
  });

  it("says so when there are no parts yet", async () => {
    const { request } = await emptyShop();
    expect(await (await request("/")).text()).toContain("There are no parts yet");
  });
});

describe("the product page", () => {
  it("[§2.17] shows all parts in the order of the list, more on demand, which stay when one changes", async () => {
    const { url, shop } = await emptyShop({ parts: numbered(60) });
    const page = await openPage(`${url}/product`);
    await page.getByRole("heading", { name: "All Products" }).waitFor();
    await expect.poll(() => names(page)).toEqual(numbered(48).map(({ name }) => name));
    await page.getByRole("button", { name: "Show more parts" }).click();
    await page.getByRole("heading", { name: "Part 60" }).waitFor();
    await expect.poll(() => names(page)).toEqual(numbered(60).map(({ name }) => name));
    await expect.poll(() => page.getByRole("button", { name: "Show more parts" }).count()).toBe(0);
    await changePart({ shop }, { name: "Part 1" }, { name: "Part one" });
    await page.getByRole("heading", { name: "Part one" }).waitFor();
    await expect.poll(() => cards(page).count()).toBe(60);
  });

  it("[§2.18] has three columns from 768 pixels on, and one on a phone", async () => {
    const { url } = await emptyShop({ parts: numbered(6) });
    const page = await openPage(`${url}/product`, { viewport: { width: 768, height: 800 } });
    const inFirstRow = async () => {
      const tops = await cards(page).evaluateAll((all) =>
        all.map((card) => card.getBoundingClientRect().top),
      );
      return tops.filter((top) => top === tops[0]).length;
    };
    expect(await inFirstRow()).toBe(3);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(inFirstRow).toBe(1);
  });
});

describe("going from page to page", () => {
  it("[§2.19 §4.15] says Loading... until the parts are there, and moves title and focus to them", async () => {
    const { url } = await emptyShop({ parts: numbered(3) });
    const page = await openPage(`${url}/about`);
    const letGo = await holdRequests(page, "**/api/parts**");
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await page.getByRole("status").getByText("Loading...").waitFor();
    letGo();
    await page.getByRole("heading", { name: "Part 3" }).waitFor();
    await expect.poll(() => page.getByText("Loading...").count()).toBe(0);
    await expect.poll(() => page.title()).toBe("All Products · Partwright");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  });

  it("offers a retry when the parts cannot be fetched, and recovers", async () => {
    const { url } = await emptyShop({ parts: numbered(3) });
    const page = await openPage(blank, { expectedTroubles: /api\/parts|ERR_FAILED/ });
    // A change would make it ask again by itself.
    await page.route("**/api/live**", () => {});
    await page.goto(`${url}/about`);
    await page.route("**/api/parts**", (route) => route.abort());
    await page.getByRole("link", { name: "Products", exact: true }).click();
    // Before it says why, it may still be asking, and come back without a press.
    const failed = page.getByRole("alert").filter({ hasText: "The parts could not be fetched" });
    await failed.getByText("The shop cannot be reached").waitFor();
    await page.unroute("**/api/parts**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Part 3" }).waitFor();
  });

  it("works without JavaScript, page by page", async () => {
    const { url } = await emptyShop({ parts: numbered(50) });
    const page = await openPage(url, {
      javaScriptEnabled: false,
      expectedTroubles: /failed: csp$/,
    });
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await page.getByRole("heading", { name: "All Products" }).waitFor();
    await expect.poll(() => names(page)).toHaveLength(48);
    await page.getByRole("button", { name: "Show more parts" }).click();
    await page.getByRole("link", { name: "From the first part" }).waitFor();
    await expect.poll(() => names(page)).toEqual(["Part 49", "Part 50"]);
  });

  it("[§2.22 §8.7] shows the large red 404 for what is no page, on arrival and within", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/nowhere`, { expectedTroubles: /404/ });
    const heading = page.getByRole("heading", { name: "404" });
    await heading.waitFor();
    await expectRed(heading);
    const size = await heading.evaluate((element) => getComputedStyle(element).fontSize);
    expect(Number.parseInt(size, 10)).toBeGreaterThan(100);
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await page.getByText("The best Automotive shop").waitFor();
  });
});
