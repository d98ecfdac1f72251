// Section 2 of the specification: the home page, with the constants of section 9 that stand on it.
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPart, aReview } from "#seed/builders.ts";
import { addReviews } from "#server/modules/reviews/store.ts";
import { openPage } from "#tests/open-page.ts";
import { holdRequests } from "#tests/page-actions.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const parts = Array.from({ length: 8 }, (_, index) => aPart({ name: `Part ${index + 1}` }));

async function openHome(): Promise<Page> {
  const { url, shop } = await emptyShop({ parts });
  const written = Array.from({ length: 8 }, (_, index) =>
    aReview({ name: `Person ${index + 1}`, ratting: index % 6, description: `Words ${index}.` }),
  );
  await addReviews(shop.db, written);
  return openPage(url, { viewport: { width: 1440, height: 900 } });
}

const sectionOf = (page: Page, heading: string) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: heading, exact: true }) });
const carousel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** How many of them stand side by side. */
async function columnsOf(items: Locator): Promise<number> {
  await items.first().waitFor();
  const tops = await items.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().top),
  );
  return tops.filter((top) => top === tops[0]).length;
}

describe("the home page", () => {
  it("[§2.1 §2.3 §2.4 §2.23 §2.24 §9.9] welcomes with a tagline, brands, statistics and other sections", async () => {
    const page = await openHome();
    const banner = page.getByRole("region", { name: "Welcome" });
    await banner.getByText(/^Welcome to /).waitFor();
    await banner.getByText("The best Automotive shop", { exact: true }).waitFor();
    const paragraphs = await banner.locator("p").allTextContents();
    expect(Math.max(...paragraphs.map(({ length }) => length))).toBeGreaterThan(100);

    const images = carousel(page, "Brands").getByRole("img");
    expect(await images.count()).toBeGreaterThan(3);
    const names = await images.evaluateAll((all) => all.map((image) => image.getAttribute("alt")));
    expect(names.every((name) => name && name.length > 2)).toBe(true);

    const figures = page.getByRole("region", { name: "The shop in figures" }).locator("dl > div");
    const pairs = await figures.evaluateAll((all) =>
      all.map((pair) =>
        [pair.querySelector("dt"), pair.querySelector("dd")].map((each) => each?.textContent),
      ),
    );
    expect(pairs).toEqual([
      ["Sell Products", "120M+"],
      ["Customers", "1K+"],
      ["Reviews", "33K+"],
      ["Parts", "200+"],
    ]);

    const headings = await page.getByRole("heading", { level: 2 }).allTextContents();
    const others = headings.filter((heading) => !["Products", "Our Team"].includes(heading));
    expect(others.length).toBeGreaterThan(2);
  });

  it("[§2.5 §2.7 §2.25 §2.26 §2.28 §2.31 §2.32 §9.5 §9.6] shows the six newest parts and the team, in columns", async () => {
    const page = await openHome();
    const cards = sectionOf(page, "Products").getByRole("article");
    const newest = ["Part 8", "Part 7", "Part 6", "Part 5", "Part 4", "Part 3"];
    expect(await cards.getByRole("heading").allTextContents()).toEqual(newest);
    for (const card of await cards.all()) {
      expect(await card.getByText(parts[0]?.description ?? "").count()).toBe(1);
      expect(await card.locator("img, svg").count()).toBeGreaterThan(0);
    }
    const members = sectionOf(page, "Our Team").getByRole("article");
    await members.first().waitFor();
    const positions = ["Co-Manneger", "Product-Manneger", "Sells-Manneger"];
    expect(await members.count()).toBe(positions.length);
    for (const [index, position] of positions.entries()) {
      const member = members.nth(index);
      expect(await member.getByText(position, { exact: true }).count()).toBe(1);
      const name = (await member.getByRole("heading").innerText()).trim();
      expect(name).toMatch(/\w+ \w+/);
      expect(await member.getByRole("img", { name }).count()).toBe(1);
    }
    for (const [width, columns] of [
      [1440, 3],
      [768, 3],
      [390, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => columnsOf(cards)).toBe(columns);
      await expect.poll(() => columnsOf(members)).toBe(columns);
    }
  });

  it("[§2.27 §4.15] says Loading... over the whole screen until its parts are there", async () => {
    const { url } = await emptyShop({ parts });
    const page = await openPage(`${url}/about`);
    const letGo = await holdRequests(page, "**/api/parts**");
    await page.getByRole("link", { name: "Home", exact: true }).click();
    const loading = page.getByRole("status").filter({ hasText: /^Loading\.\.\.$/ });
    await loading.waitFor();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const box = await loading.boundingBox();
    // A scroll bar may take its part.
    expect([box?.x, box?.y, box?.height]).toEqual([0, 0, height]);
    expect(box?.width).toBeGreaterThan(width - 20);
    letGo();
    await page.getByRole("heading", { name: "Part 8" }).waitFor();
    expect(await loading.count()).toBe(0);
  });
});

describe("the reviews carousel", () => {
  const reviews = (page: Page) => carousel(page, "Customer reviews");
  const slides = (page: Page) =>
    reviews(page)
      .locator("li")
      .filter({ has: page.locator("blockquote") });
  const inView = async (page: Page) => {
    const frame = await slides(page).first().locator("..").boundingBox();
    const boxes = await slides(page).evaluateAll((all) =>
      all.map((slide) => slide.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
    );
    const [start, end] = [frame?.x ?? 0, (frame?.x ?? 0) + (frame?.width ?? 0)];
    return boxes.filter(({ left, right }) => left >= start - 1 && right <= end + 1);
  };

  it("[§2.6 §2.33 §2.35 §9.4 §9.7] shows three in a view, 50 pixels apart, each with its rating as filled stars out of 5", async () => {
    const page = await openHome();
    await slides(page).first().scrollIntoViewIfNeeded();
    const [first, second, third, ...more] = await inView(page);
    expect(more).toEqual([]);
    expect(second && first && second.left - first.right).toBeCloseTo(50, 0);
    expect(third && second && third.left - second.right).toBeCloseTo(50, 0);
    for (const ratting of [0, 1, 5]) {
      const slide = slides(page).filter({ hasText: `Person ${ratting + 1}` });
      await slide.getByText(`Words ${ratting}.`, { exact: true }).waitFor();
      expect(await slide.locator("[data-star]").count()).toBe(5);
      expect(await slide.locator('[data-star="filled"]').count()).toBe(ratting);
      const filled = slide.locator('[data-star="filled"]').first();
      if (ratting > 0) {
        expect(await filled.evaluate((star) => getComputedStyle(star).fill)).not.toBe("none");
      }
      // No photo: what stands for it.
      expect(await slide.locator("figcaption").innerText()).toMatch(
        new RegExp(`Person ${ratting + 1}`),
      );
    }
  });
});
