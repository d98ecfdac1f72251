// Light and dark: as the machine is set, until somebody chooses.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { themes } from "#contract/pages/first-paint.ts";
import { openPage } from "#tests/open-page.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const choice = (page: Page, name: string) =>
  page.getByRole("group", { name: "Theme" }).getByRole("radio", { name });

/** The scheme of the page, and what the browser is told to paint around it. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const around = [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].find(
      ({ media }) => matchMedia(media).matches,
    );
    return [getComputedStyle(document.documentElement).colorScheme, around?.content];
  });

const light = ["light", themes.light.ground];
const dark = ["dark", themes.dark.ground];

/** Red, green and blue behind the page. */
const ground = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor } = getComputedStyle(document.querySelector("#app > div") as Element);
    const canvas = new OffscreenCanvas(1, 1).getContext("2d") as OffscreenCanvasRenderingContext2D;
    canvas.fillStyle = backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  });

const told = (scheme: "light" | "dark") =>
  (/^#(..)(..)(..)$/.exec(themes[scheme].ground)?.slice(1) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );

describe("the theme", () => {
  it("follows the machine, also while the page is open, with the ground that browsers are told of", async () => {
    const { url } = await emptyShop();
    const page = await openPage(url, { colorScheme: "dark" });
    await expect.poll(() => shown(page)).toEqual(dark);
    await expect.poll(() => choice(page, "System").isChecked()).toBe(true);
    await expect.poll(() => ground(page)).toEqual(told("dark"));
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => shown(page)).toEqual(light);
    await expect.poll(() => ground(page)).toEqual(told("light"));

    // By keyboard alone.
    await choice(page, "System").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => choice(page, "Dark").isChecked()).toBe(true);
    await expect.poll(() => shown(page)).toEqual(dark);
  });

  it("is what somebody chose, in every tab and on the next page before anything is painted, until they choose again", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/about`, {
      colorScheme: "light",
      expectedTroubles: /dynamically imported/,
    });
    const other = await page.context().newPage();
    await other.goto(url);
    await choice(page, "Dark").check();
    await expect.poll(() => shown(page)).toEqual(dark);
    await expect.poll(() => shown(other)).toEqual(dark);
    await expect.poll(() => choice(other, "Dark").isChecked()).toBe(true);

    // Nothing of the application runs; only what stands in the page itself does.
    await page.route("**/assets/*.js", (route) => route.abort("aborted"));
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-paint").length > 0);
    await expect.poll(() => shown(page)).toEqual(dark);
    await page.unrouteAll();

    await page.goto(`${url}/product`);
    await expect.poll(() => shown(page)).toEqual(dark);
    await expect.poll(() => choice(page, "Dark").isChecked()).toBe(true);
    await choice(other, "System").check();
    await expect.poll(() => shown(page)).toEqual(light);
  });
});
