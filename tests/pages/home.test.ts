// The home page, section by section.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aReview } from "#seed/builders.ts";
import { addReviews } from "#server/modules/reviews/store.ts";
import { openPage } from "#tests/open-page.ts";
import { numberedReviews, shareEmptyShop } from "#tests/share-empty-shop.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";

const emptyShop = shareEmptyShop();

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Pictures that are fetched as they come into view are there only then. */
async function shownWidths(page: Page, name: string): Promise<number[]> {
  const images = region(page, name).getByRole("img");
  await images.first().scrollIntoViewIfNeeded();
  return images.evaluateAll((all) =>
    Promise.all(
      (all as HTMLImageElement[]).map(async (image) => {
        image.loading = "eager";
        await image.decode();
        return image.naturalWidth;
      }),
    ),
  );
}

it.each(["/", "/contact"])("%s promises only what there is", async (path) => {
  const { url } = await emptyShop();
  const html = await (await fetch(url + path)).text();
  expect(html).not.toMatch(/Every part has a sheet|manufacturer: drawings|Orders and deliveries/);
});

describe("the home page", () => {
  it("shows its brands and its people as pictures that are there, and asks for the first review", async () => {
    const { url } = await emptyShop();
    const page = await openPage(url);
    await expect.poll(() => shownWidths(page, "Brands")).toEqual(Array(8).fill(240));
    await expect.poll(() => shownWidths(page, "Our Team")).toEqual([480, 480, 480]);
    await region(page, "From the shelf to your workshop")
      .getByText("any number from 5 to 249")
      .waitFor();
    await page.getByText("No reviews yet").waitFor();
    await page.getByRole("link", { name: "Add a review" }).click();
    await page.waitForURL(/\/login\?from=/);
  });

  it("is sent in less than 14 KB", async () => {
    const long = numberedReviews(30).map((one) => ({
      ...one,
      description: `${one.description}. `.repeat(9),
    }));
    const { request } = await emptyShop({ reviews: long });
    const headers = { "accept-encoding": "br" };
    const response = await request("/", { headers });
    await response.arrayBuffer();
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(Number(response.headers.get("content-length"))).toBeLessThan(14 * 1024);
  });
});

describe("the reviews on the home page", () => {
  const names = (page: Page) =>
    region(page, "Customer reviews").locator("figcaption span").allInnerTexts();

  it("come newest first, twelve at most, and show a new one to who only looks on", async () => {
    const { url, shop } = await emptyShop({ reviews: numberedReviews(40) });
    const page = await openPage(url);
    const newest = numberedReviews(40)
      .map(({ name }) => name)
      .reverse();
    await expect.poll(() => names(page)).toEqual(newest.slice(0, 12));
    await waitForHydration(page);
    await addReviews(shop.db, [aReview({ name: "Mei Tan" })]);
    await expect.poll(() => names(page)).toEqual(["Mei Tan", ...newest.slice(0, 11)]);
  });

  it("show a long one in part, and all of it on demand", async () => {
    const description = `${"word ".repeat(700)}end`;
    const { url } = await emptyShop({ reviews: [{ description }] });
    const page = await openPage(url);
    const text = page.getByText(/word word/);
    const height = async () => (await text.boundingBox())?.height ?? 0;
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const before = await height();
    await page.getByRole("button", { name: "Read all of it" }).click();
    await expect.poll(height).toBeGreaterThan(3 * before);
    await page.getByRole("button", { name: "Read less" }).click();
    await expect.poll(height).toBe(before);
  });
});
