// The pages hold whatever is put in them, for everyone.
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { accessibilityFaults } from "#tests/accessibility.ts";
import { openPage } from "#tests/browser.ts";
import { openShop } from "#tests/open-shop.ts";

const strange = [
  aPart({ name: "W".repeat(200), description: "no spaces ".repeat(2).replaceAll(" ", "") }),
  aPart({ name: "قرص مكابح أمامي 🛞", description: "🔧".repeat(300) }),
  aPart({ availablQuantity: 0, priceCents: 1 }),
  aPart({ priceCents: 9_999_999, availablQuantity: 999_999_999 }),
  aPart({ img: "/images/0123456789abcdef0123456789abcdef/960.webp" }),
  aPart({ img: "https://nowhere.invalid/x.png", name: "<b>bold</b>" }),
];
const missingPictures = /404|nowhere\.invalid|ERR_/;

describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
  it.each(["/", "/product", "/about", "/nowhere"])("axe finds nothing on %s", async (path) => {
    const { url } = await openShop({ parts: [aPart(), aPart()] });
    for (const width of [390, 1440]) {
      const viewport = { width, height: 900 };
      const page = await openPage(url + path, { colorScheme, viewport, expectedTroubles: /404/ });
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  });

  it("axe finds nothing in the open menu of a phone", async () => {
    const { url } = await openShop();
    const page = await openPage(url, { colorScheme, viewport: { width: 390, height: 800 } });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Contact Us" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

describe("the layout", () => {
  it.each([320, 390, 768, 1440])("holds strange parts at %d pixels", async (width) => {
    const { url } = await openShop({ parts: strange });
    for (const path of ["/", "/product"]) {
      const page = await openPage(url + path, {
        viewport: { width, height: 900 },
        expectedTroubles: missingPictures,
      });
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([path, wider]).toEqual([path, 0]);
      await page.getByText("<b>bold</b>").waitFor();
    }
  });

  it("draws something where a picture is missing", async () => {
    const { url } = await openShop({ parts: strange });
    const page = await openPage(url, { expectedTroubles: missingPictures });
    await expect
      .poll(async () => {
        const broken = await page
          .locator("img")
          .evaluateAll(
            (images) =>
              images.filter((image) => (image as HTMLImageElement).naturalWidth === 0).length,
          );
        return broken;
      })
      .toBe(0);
  });

  it("can be walked by keyboard: skip link, menu of a phone, links", async () => {
    const { url } = await openShop({ parts: [aPart()] });
    const page = await openPage(url, { viewport: { width: 390, height: 800 } });
    await page.waitForResponse("**/api/live**").catch(() => {});
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Skip/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const menu = page.getByRole("button", { name: "Menu" });
    expect(await menu.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "All Products" }).waitFor();
    expect(await menu.getAttribute("aria-expanded")).toBe("false");
  });

  it("does not move while it loads", async () => {
    const { url } = await openShop({ parts: strange });
    const page = await openPage("about:blank", { expectedTroubles: missingPictures });
    for (const path of ["/", "/product"]) {
      await page.goto(url + path, { waitUntil: "load" });
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) {
                sum += (entry as PerformanceEntry & { value: number }).value;
              }
            }).observe({ type: "layout-shift", buffered: true });
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
          }),
      );
      expect(shift).toBeLessThanOrEqual(0.02);
    }
  });
});
