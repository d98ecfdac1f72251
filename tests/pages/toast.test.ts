// The short messages about what has just happened, by the example of one that a sign-out failed.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openPage } from "#tests/open-page.ts";
import { pressButton, setCookies } from "#tests/page-actions.ts";
import { signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";

const emptyShop = shareEmptyShop();

async function openWithToast(): Promise<Page> {
  const shop = await emptyShop();
  const page = await openPage("about:blank", { expectedTroubles: /ERR_FAILED/, ownPage: true });
  await setCookies(page, shop.url, await signUp(shop));
  await page.clock.install();
  await page.goto(`${shop.url}/about`);
  await waitForHydration(page);
  await page.route("**/api/identity/sign-out", (route) => route.abort());
  await pressButton(page, "Sign Out");
  await toast(page).waitFor();
  return page;
}

const toast = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "You are not signed out." });

it("goes by itself after six seconds and more, but not while somebody points at it or is within it", async () => {
  const page = await openWithToast();
  await page.clock.runFor(11_000);
  await expect.poll(() => toast(page).count()).toBe(1);
  await page.clock.runFor(2_000);
  await toast(page).waitFor({ state: "detached" });

  await pressButton(page, "Sign Out");
  await toast(page).hover();
  await page.clock.runFor(60_000);
  await expect.poll(() => toast(page).count()).toBe(1);
  await page.getByRole("button", { name: "Close this message" }).focus();
  await page.mouse.move(0, 0);
  await page.clock.runFor(60_000);
  await expect.poll(() => toast(page).count()).toBe(1);
  await page.getByRole("button", { name: "Sign Out" }).focus();
  await page.clock.runFor(13_000);
  await toast(page).waitFor({ state: "detached" });
});

it("does not hide what has the focus, nor navbar and search of a phone, is there once, and is closed by keyboard", async () => {
  const page = await openWithToast();
  for (let time = 0; time < 3; time++) await pressButton(page, "Sign Out");
  await expect.poll(() => toast(page).count()).toBe(1);
  const top = async () => (await toast(page).boundingBox())?.y;
  await expect.poll(top).toBeLessThan(200);
  await page.evaluate(() => {
    const button = Object.assign(document.createElement("button"), { textContent: "Under it" });
    Object.assign(button.style, { position: "absolute", top: "140px", right: "40px" });
    document.querySelector("main")?.append(button);
  });
  await page.getByRole("button", { name: "Under it" }).focus();
  await expect.poll(top).toBeGreaterThan(400);
  await page.locator("footer a").first().focus();
  await expect.poll(top).toBeLessThan(200);

  await page.setViewportSize({ width: 390, height: 800 });
  const search = page.locator("input[name='q']").first();
  const bar = await search.boundingBox();
  // It comes down from there.
  await expect.poll(top).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
  const box = await toast(page).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(240);
  expect(box?.width).toBeGreaterThan(350);

  const close = page.getByRole("button", { name: "Close this message" });
  while (!(await close.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  const before = page.locator("footer :is(a, input:checked)").last();
  await page.keyboard.press("Enter");
  await toast(page).waitFor({ state: "detached" });
  await expect.poll(() => before.evaluate((link) => link === document.activeElement)).toBe(true);
});
