// The pages hold whatever is put in them. What must hold on every screen besides, for everyone:
// every-page-of-*.test.ts.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPart, aReview } from "#seed/builders.ts";
import { addOrders, noon } from "#tests/builders/order.ts";
import { withBrowserFont, withStyledFont } from "#tests/enlarge-text.ts";
import { openLivePage, openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const markup = "<b>bold</b><img src=x onerror=alert(1)>";
const arabic = "قرص مكابح أمامي 🛞";
const endless = "W".repeat(150);

const strange = [
  aPart({ name: endless, description: "no-spaces-".repeat(20) }),
  aPart({ name: arabic, description: "🔧".repeat(300) }),
  aPart({ availablQuantity: 0, priceCents: 1 }),
  aPart({ priceCents: 9_999_999, availablQuantity: 999_999_999 }),
  aPart({ img: "/images/0123456789abcdef0123456789abcdef/960.webp" }),
  aPart({ img: "https://nowhere.invalid/x.png", name: markup, description: markup }),
];
const strangeReviews = [
  aReview({ name: endless, description: "W".repeat(4_000), ratting: 0 }),
  aReview({ description: "🛞".repeat(300) }),
  aReview({ name: arabic, description: `${arabic} `.repeat(40) }),
  aReview({ name: markup, description: markup }),
];
/** Pictures, and the card provider. */
const missing = /404|503|nowhere\.invalid|ERR_/;
const widths = [320, 390, 768, 1024, 1440];

/** Nothing to scroll sideways in any of these windows. */
async function expectToFit(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const tooWide = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect.poll(tooWide, { message: `${page.url()} at ${width}` }).toBeLessThanOrEqual(0);
  }
}

const openStrangeShop = () => emptyShop({ parts: strange, reviews: strangeReviews });

it("shows at least three whole products on the screen of a phone", async () => {
  const description = "Vented, coated against rust, with all screws. ".repeat(6);
  const { url } = await emptyShop({
    parts: Array.from({ length: 6 }, () => aPart({ description })),
  });
  const viewport = { width: 390, height: 844 };
  const page = await openPage(`${url}/product`, { viewport });
  const cards = page.getByRole("main").getByRole("article");
  const boxes = await cards.evaluateAll((all) =>
    all.map((card) => card.getBoundingClientRect().height),
  );
  expect(boxes).toHaveLength(6);
  // Without what stands above the list once it is scrolled to.
  expect(3 * Math.max(...boxes)).toBeLessThan(viewport.height - 120);
});

describe("text at 200 % on a phone", () => {
  // All screens: npm run proofs -- screens.
  it.each(["/", "/shop?view=grid", "/search?q=ball", "/garage", "/login"])(
    "on %s scrolls nothing sideways, keeps every button on the screen, and most of it for the page",
    async (path) => {
      const { url } = await emptyShop({
        parts: [aPart({ name: "Ball Joint, 228 mm", number: "PW-1" })],
      });
      const viewport = { width: 390, height: 844 };
      const page = await openPage(url + path, { viewport, ownPage: true });
      await withBrowserFont(page, 32, () => expectRoom(page));
      await withStyledFont(page, () => expectRoom(page));
    },
  );
});

const expectRoom = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { scrollWidth } = document.documentElement;
        const isOff = (button: Element) =>
          button.checkVisibility() && button.getBoundingClientRect().right > innerWidth;
        const off = [...document.querySelectorAll("button")].filter(isOff);
        const header = document.querySelector("header") as Element;
        const isSticky = getComputedStyle(header).position === "sticky";
        const height = isSticky ? header.getBoundingClientRect().height : 0;
        return {
          tooWide: Math.max(0, scrollWidth - innerWidth),
          off: off.map(({ outerHTML }) => outerHTML.slice(0, 120)),
          isHeaderTall: height > innerHeight / 4,
        };
      }),
    )
    .toEqual({ tooWide: 0, off: [], isHeaderTall: false });

describe("strange parts and reviews", () => {
  it.each(["/", "/product"])(
    "on %s do not move, have something drawn for missing pictures, fit, and show markup as text",
    async (path) => {
      const { url } = await openStrangeShop();
      const page = await openPage("about:blank", { expectedTroubles: missing });
      await page.goto(url + path, { waitUntil: "load" });
      expect(await page.evaluate(readShift)).toBeLessThanOrEqual(0.02);
      const broken = () =>
        page
          .locator("img")
          .evaluateAll(
            (images) =>
              images.filter(
                (image) =>
                  (image as HTMLImageElement).complete &&
                  (image as HTMLImageElement).naturalWidth === 0,
              ).length,
          );
      const parts = page.getByRole("article").filter({ hasText: "Price" });
      await expect.poll(() => parts.locator("img").count()).toBe(0);
      await expect.poll(broken).toBe(0);
      // Some of it comes with the first move.
      await page.mouse.move(10, 10);
      for (const text of [endless, arabic, markup, "Price : $0.01", "Price : $99,999.99"]) {
        await page.getByText(text, { exact: true }).first().waitFor();
      }
      await expectToFit(page);
    },
  );
});

/** How far things have moved since the page began to load. */
function readShift(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        sum += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
  });
}

describe("strange people and orders", () => {
  async function openStrangeOrders() {
    const shop = await openStrangeShop();
    const name = `${"W".repeat(60)} ${arabic} ${markup}`;
    const person = await signUp(shop, { name, email: `${"long".repeat(14)}@example.com` });
    const texts = { education: endless, location: arabic, number: markup };
    await person.send("POST", "/api/updateUser", { email: person.email, img: "", ...texts });
    const phone = "9".repeat(90);
    const dear = await aStockedPart(shop, { name: endless, priceCents: 9_999_999 });
    await placeOrder(person, dear, { phone, quantity: 9 });
    const cheap = await aStockedPart(shop, { name: markup, priceCents: 1 });
    await placeOrder(person, cheap, { phone, quantity: 60 });
    const last = await placeOrder(
      person,
      await aStockedPart(shop, { name: `${arabic} ${markup}` }),
    );
    return { shop, person, last };
  }

  it("fit on the pages of a customer, and markup shows as text", async () => {
    const { shop, person, last } = await openStrangeOrders();
    const page = await openPageAs(shop, person, "/robots.txt", {
      expectedTroubles: missing,
    });
    for (const [path, text] of [
      ["/dashboard", endless],
      ["/dashboard/updateProfile", person.email],
      [`/dashboard/payment/${last._id}`, `${arabic} ${markup}`],
      [`/purchase/${last.part}`, `${arabic} ${markup}`],
      ["/dashboard/manageProducts", markup],
      ["/dashboard/myOrder", markup],
    ] as const) {
      await page.goto(shop.url + path);
      const shown = page.getByRole("main").getByText(text).first();
      const field = page.locator(`main input[value="${person.email}"]`).first();
      await (path.endsWith("Profile") ? field : shown).waitFor();
      await expectToFit(page);
    }
    await page
      .getByRole("button", { name: /^Delete the order/ })
      .first()
      .click();
    await page.getByRole("alertdialog").waitFor();
    await expectToFit(page);
  });

  it("fit on the pages of an admin, and markup shows as text", async () => {
    const { shop, person, last } = await openStrangeOrders();
    const product = "Turbocharger".repeat(16);
    const [longest] = await addOrders(shop, [
      {
        name: "W".repeat(200),
        email: `${"long".repeat(16)}@${"example.".repeat(20)}com`,
        phone: "9".repeat(100),
        product,
        quantity: 1_000,
        cents: 999_999,
      },
    ]);
    const page = await openPageAs(shop, await signUpAdmin(shop), "/robots.txt", {
      expectedTroubles: missing,
    });
    for (const [path, text] of [
      ["/dashboard/manageAllOrders", markup],
      [`/dashboard/manageAllOrders?order=${last._id}`, `${arabic} ${markup}`],
      ["/dashboard/makeAdmin", person.email],
      ["/dashboard/manageProducts", markup],
      [`/dashboard/manageAllOrders?order=${longest}`, product],
    ] as const) {
      await page.goto(shop.url + path);
      await page.getByRole("main").getByText(text).first().waitFor();
      await expectToFit(page);
    }
    await page.getByRole("button", { name: "Cancel order" }).click();
    await page.getByRole("alertdialog").waitFor();
    await expectToFit(page);
  });
});

describe("many", () => {
  const many = 150;

  it("parts come a page at a time, to customers and to admins", async () => {
    const parts = Array.from({ length: many }, (_, index) => aPart({ name: `Part ${index + 1}` }));
    const shop = await emptyShop({ parts });
    const page = await openPageAs(shop, await signUpAdmin(shop), "/product");
    await page.getByRole("heading", { name: "Part 1", exact: true }).waitFor();
    await expect.poll(() => page.getByRole("article").count()).toBeLessThanOrEqual(50);
    await expectToFit(page);
    await page.goto(`${shop.url}/dashboard/manageProducts`);
    await page.getByRole("row").nth(1).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBeLessThanOrEqual(101);
    await expectToFit(page);
  });

  it("orders come a page at a time, to their customer and to admins", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const user = vera.user;
    const old = Array.from({ length: many }, (_, index) => ({
      user,
      product: `Old Part ${index}`,
      at: noon - index * 1_000,
    }));
    await addOrders(shop, [{ user, product: "Brake Disc", at: noon + 1_000 }, ...old]);
    for (const [person, path] of [
      [vera, "/dashboard/myOrder"],
      [await signUpAdmin(shop), "/dashboard/manageAllOrders"],
    ] as const) {
      const page = await openPageAs(shop, person, path);
      await page.getByRole("row").filter({ hasText: "Brake Disc" }).waitFor();
      await expect.poll(() => page.getByRole("row").count()).toBe(51);
      await expectToFit(page);
      // A table where there is room for its columns, cards where there is not.
      const table = page.getByRole("table");
      for (const [width, look] of [
        [1440, "table"],
        [1024, "table"],
        [768, "block"],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await expect
          .poll(() => table.evaluate((shown) => getComputedStyle(shown).display))
          .toBe(look);
      }
    }
  });
});

it("a page can be walked by keyboard: skip link, links, and the menu of a phone, which Esc closes", async () => {
  const { url } = await emptyShop({ parts: [aPart()] });
  const page = await openLivePage(url, { viewport: { width: 390, height: 800 } });
  await page.keyboard.press("Tab");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/^Skip/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const menu = page.getByRole("button", { name: "Menu" });
  await expect.poll(() => menu.getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "All Products" }).waitFor();
  await expect.poll(() => menu.getAttribute("aria-expanded")).toBe("false");

  await menu.press("Enter");
  await expect.poll(() => menu.getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect.poll(() => menu.getAttribute("aria-expanded")).toBe("false");
  await expect
    .poll(() => menu.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await menu.press("Enter");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Login" }).focus();
  await page.keyboard.press("Tab");
  await expect.poll(() => menu.getAttribute("aria-expanded")).toBe("false");
});
