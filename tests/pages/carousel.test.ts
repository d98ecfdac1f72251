// The carousel by arrows, pages, keyboard and thumb, and with no code at all.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aReview } from "#seed/builders.ts";
import { addReviews } from "#server/modules/reviews/store.ts";
import { openPage } from "#tests/open-page.ts";
import { numberedReviews, shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 800 };

const carousel = (page: Page) => page.getByRole("region", { name: "Customer reviews" });
const slides = (page: Page) =>
  carousel(page).getByRole("list", { name: "Customer reviews", exact: true });
const button = (page: Page, name: string) =>
  carousel(page).getByRole("button", { name, exact: true });

/** The names on the slides that are in view as a whole. */
function inView(page: Page): Promise<string[]> {
  return slides(page).evaluate((list) => {
    const box = list.getBoundingClientRect();
    return [...list.children]
      .filter((slide) => {
        const { left, right } = slide.getBoundingClientRect();
        return left >= box.left - 1 && right <= box.right + 1;
      })
      .map((slide) => slide.querySelector("figcaption span")?.textContent ?? "");
  });
}

const named = (...numbers: number[]) => numbers.map((number) => `Writer ${number}`);

/** Its code comes when somebody does something. */
async function openCarousel(url: string, options: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(url, { viewport: wide, ...options });
  await carousel(page).scrollIntoViewIfNeeded();
  await button(page, "Next page").waitFor();
  return page;
}

describe("the reviews carousel", () => {
  it("[§2.34] goes on by its arrows, its pages and its keys, to both ends and no further", async () => {
    const { url } = await emptyShop({ reviews: numberedReviews(8) });
    const page = await openCarousel(url);
    const [next, previous] = [button(page, "Next page"), button(page, "Previous page")];
    await expect.poll(() => previous.getAttribute("aria-disabled")).toBe("true");
    await next.click();
    await expect.poll(() => inView(page)).toEqual(named(5, 4, 3));
    await next.click();
    await expect.poll(() => inView(page)).toEqual(named(3, 2, 1));
    await expect.poll(() => next.getAttribute("aria-disabled")).toBe("true");
    await next.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => inView(page)).toEqual(named(3, 2, 1));
    await previous.click();
    await expect.poll(() => inView(page)).not.toContain("Writer 1");

    const pages = carousel(page).getByRole("button", { name: /^Page \d of 3$/ });
    await expect.poll(() => pages.count()).toBe(3);
    await button(page, "Page 3 of 3").click();
    await expect.poll(() => inView(page)).toEqual(named(3, 2, 1));
    await expect.poll(() => button(page, "Page 3 of 3").getAttribute("aria-current")).toBe("true");
    await button(page, "Page 1 of 3").click();
    await expect.poll(() => inView(page)).toEqual(named(8, 7, 6));

    await slides(page).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => inView(page)).toEqual(named(5, 4, 3));
    await page.keyboard.press("End");
    await expect.poll(() => inView(page)).toEqual(named(3, 2, 1));
    await page.keyboard.press("Home");
    await expect.poll(() => inView(page)).toEqual(named(8, 7, 6));
    await page.keyboard.press("Tab");
    await expect
      .poll(() => button(page, "Page 1 of 3").evaluate((it) => it === document.activeElement))
      .toBe(true);

    // Also for who wants no motion.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await next.click();
    await expect.poll(() => inView(page)).toEqual(named(5, 4, 3));
  });

  it("shows one at a time on a phone, follows a thumb, and shows two on a tablet", async () => {
    const { url } = await emptyShop({ reviews: numberedReviews(5) });
    const page = await openCarousel(url, { viewport: phone, hasTouch: true });
    await expect.poll(() => inView(page)).toEqual(named(5));
    await slides(page).evaluate((list) => list.scrollBy({ left: 300, behavior: "instant" }));
    await expect.poll(() => inView(page)).toEqual(named(4));
    await expect.poll(() => button(page, "Page 2 of 5").getAttribute("aria-current")).toBe("true");
    await button(page, "Next page").tap();
    await expect.poll(() => inView(page)).toEqual(named(3));
    await page.setViewportSize({ width: 800, height: 900 });
    await expect.poll(() => inView(page)).toHaveLength(2);
    await button(page, "Page 3 of 3").waitFor();
  });

  it("can be scrolled without JavaScript, and promises nothing more", async () => {
    const { url } = await emptyShop({ reviews: numberedReviews(8) });
    const page = await openPage(url, {
      viewport: wide,
      javaScriptEnabled: false,
      expectedTroubles: /failed: csp$/,
    });
    await expect.poll(() => carousel(page).getByRole("button").count()).toBe(0);
    await slides(page).hover();
    await page.mouse.wheel(2_000, 0);
    await expect.poll(() => inView(page)).toEqual(named(3, 2, 1));
  });

  it("needs no pages for one, nor for three", async () => {
    const { url, shop } = await emptyShop({ reviews: numberedReviews(1) });
    const page = await openPage(url, { viewport: wide });
    await carousel(page).scrollIntoViewIfNeeded();
    for (const count of [1, 3]) {
      if (count === 3) await addReviews(shop.db, [aReview(), aReview()]);
      await expect.poll(() => inView(page)).toHaveLength(count);
      // Measured, so that what does not scroll is not a stop for the keyboard.
      await expect.poll(() => slides(page).getAttribute("tabindex")).toBe(null);
      await expect.poll(() => carousel(page).getByRole("button").count()).toBe(0);
    }
  });
});
