// Going from page to page: prefetch on intent, the way back, and pages whose code does not load.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { changePart } from "#tests/builders/part.ts";
import { blank, openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";

const emptyShop = shareEmptyShop();

const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

/** Sees whether "Loading..." ever stood on the screen. */
async function watchForLoading(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    const look = () => {
      if (document.body.innerText.includes("Loading...")) document.body.dataset.loading = "seen";
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => document.body.dataset.loading === "seen");
}

/** The addresses that the page requests. */
function recordRequests(page: Page): string[] {
  const all: string[] = [];
  page.on("request", (request) => all.push(request.url().replace(/^\w+:\/\/[^/]+/, "")));
  return all;
}

/** Clicks without a pointer, so that nothing is prefetched. */
const open = (page: Page, name: string) =>
  link(page, name).evaluate((element) => (element as HTMLElement).click());

const codeOfProducts = /products-page/;
const dataOfProducts = /api\/parts\?limit=/;

describe("a link", () => {
  it("fetches code and data on hover, focus and touch", async () => {
    const { url, shop } = await emptyShop({ parts: [aPart({ name: "Tie Rod" })] });
    // Pages are told of recent changes when they open, and fetch again.
    await expect.poll(() => shop.events.within(4_100)).toEqual([]);
    const page = await openPage(blank, { hasTouch: true });
    const products = link(page, "Products");
    const requests = recordRequests(page);
    for (const prefetch of [
      () => products.hover(),
      () => products.focus(),
      () => products.dispatchEvent("touchstart"),
    ]) {
      await page.goto(`${url}/about`);
      requests.length = 0;
      await prefetch();
      for (const what of [codeOfProducts, dataOfProducts]) {
        await expect.poll(() => requests.some((path) => what.test(path))).toBe(true);
      }

      const sawLoading = await watchForLoading(page);
      const before = requests.length;
      await products.click();
      await page.getByRole("heading", { name: "Tie Rod" }).waitFor();
      await expect.poll(() => sawLoading()).toBe(false);
      const again = (path: string) => codeOfProducts.test(path) || dataOfProducts.test(path);
      expect(requests.slice(before).filter(again)).toEqual([]);
      await page.mouse.move(0, 0);
    }
  });

  it("is not prefetched while nobody points at it, nor for a pointer that only crosses it", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/about`);
    const requests = recordRequests(page);
    await link(page, "Products").evaluate((element) => {
      element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      element.dispatchEvent(new PointerEvent("pointerout", { bubbles: true }));
    });
    await link(page, "Blog").hover();
    await expect.poll(() => requests.some((path) => /blog-page/.test(path))).toBe(true);
    expect(requests.filter((path) => /(contact|products)-page|api\/parts/.test(path))).toEqual([]);
  });

  it("is not prefetched where the browser saves data", async () => {
    const { url } = await emptyShop({ parts: [aPart({ name: "Tie Rod" })] });
    const page = await openPage(`${url}/about`);
    await page.evaluate(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
    );
    const requests = recordRequests(page);
    await link(page, "Products").hover();
    await link(page, "Blog").focus();
    await page.waitForLoadState("networkidle");
    expect(requests.filter((path) => /-page|api\/parts/.test(path))).toEqual([]);
    await link(page, "Products").click();
    await page.getByRole("heading", { name: "Tie Rod" }).waitFor();
  });

  it("to a page that needs a session prefetches the login page", async () => {
    const { url } = await emptyShop({ parts: [aPart({ name: "Tie Rod" })] });
    const page = await openPage(`${url}/product`);
    const login = page.waitForRequest(/login-page/);
    await link(page, "Purchase Tie Rod").hover();
    await login;
    await link(page, "Purchase Tie Rod").click();
    await page.getByRole("heading", { level: 1, name: "Login" }).waitFor();
  });

  it("shows what has changed since it was prefetched", async () => {
    const { url, shop } = await emptyShop({ parts: [aPart({ name: "Tie Rod" })] });
    const page = await openPage(`${url}/about`);
    const data = page.waitForResponse("**/api/parts?**");
    await link(page, "Products").hover();
    await data;
    await changePart({ shop }, { name: "Tie Rod" }, { stock: 123 });
    await link(page, "Products").click();
    await page.getByText("123").waitFor();
  });

  it("to a part and to one's dashboard is ready when it is clicked", async () => {
    const shop = await emptyShop({ parts: [aPart({ name: "Tie Rod" })] });
    const page = await openPageAs(shop, await signUp(shop), "/product");
    // It is known who is there.
    await page.getByRole("button", { name: "Sign Out" }).waitFor();
    const purchase = link(page, "Purchase Tie Rod");
    const part = page.waitForResponse("**/api/purchase/**");
    await purchase.hover();
    await part;
    const sawLoading = await watchForLoading(page);
    // The page of the part asks for it as well.
    const profile = page.waitForResponse("**/api/updateUser/**");
    await purchase.click();
    await page
      .getByRole("button", { name: "Place Order" })
      .or(page.getByLabel("Quantity"))
      .first()
      .waitFor();

    const fetched = [/last-orders-/, /\/api\/orders\?/].map((what) =>
      page.waitForEvent("requestfinished", (request) => what.test(request.url())),
    );
    await link(page, "Dashboard").hover();
    await Promise.all([profile, ...fetched]);
    await link(page, "Dashboard").click();
    await link(page, "Update Profile").waitFor();
    await expect.poll(() => sawLoading()).toBe(false);
  });
});

describe("what failed", () => {
  it("stays as it is while the pointer comes by links, until it is tried again", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const page = await openPageAs(shop, vera, "/about", { expectedTroubles: /ERR_FAILED/ });
    await page.route("**/api/updateUser/**", (route) => route.abort());
    await link(page, "Dashboard").waitFor();
    await open(page, "Dashboard");
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    await page.unrouteAll();
    const all = recordRequests(page);
    const profiles = () => all.filter((address) => address.includes("/api/updateUser/")).length;
    for (const name of ["Dashboard", "Update Profile"]) await link(page, name).first().hover();
    await again.waitFor();
    expect(profiles()).toBe(0);
    await again.click();
    await again.waitFor({ state: "detached" });
    expect(profiles()).toBe(1);
  });
});

describe("going back", () => {
  it("finds the page where it was left", async () => {
    // Of different heights, and most of them passed by so quickly that they were never laid out.
    const parts = Array.from({ length: 48 }, (_, index) =>
      aPart({ name: `Part ${index + 1}`, description: "Cast and machined. ".repeat(index % 9) }),
    );
    const { url } = await emptyShop({ parts });
    const page = await openPage(`${url}/product`);
    const part = page.getByRole("heading", { name: "Part 40", exact: true });
    const onScreen = async () => Math.round((await part.boundingBox())?.y ?? Number.NaN);
    await part.scrollIntoViewIfNeeded();
    const left = await page.evaluate(() => scrollY);
    expect(left).toBeGreaterThan(0);
    const before = await onScreen();
    await open(page, "About");
    await page.getByRole("heading", { name: "Our Motto" }).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await part.waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
    await page.getByRole("heading", { name: "Part 1", exact: true }).waitFor({ state: "attached" });
    await expect.poll(() => onScreen()).toBe(before);
  });

  it("finds the place on the home page, and on the product page after a new document", async () => {
    const { url } = await emptyShop({ parts: Array.from({ length: 12 }, () => aPart()) });
    const page = await openPage(blank);
    const scrolled = () => page.evaluate(() => scrollY);
    for (const path of ["/", "/product"]) {
      await page.goto(url + path);
      await page.evaluate(() => scrollTo(0, 700));
      await expect.poll(scrolled).toBe(700);
      await open(page, "About");
      await page.getByRole("heading", { name: "Our Motto" }).waitFor();
      await page.goto(`${url}/robots.txt`);
      await page.goBack();
      await page.getByRole("heading", { name: "Our Motto" }).waitFor();
      await waitForHydration(page);
      await page.goBack();
      await expect.poll(scrolled).toBe(700);
      await page.reload();
      await waitForHydration(page);
      await expect.poll(scrolled).toBe(700);
    }
  });
});

describe("a page whose code does not come", () => {
  it("says so, and is there when it is opened again, although it could not be fetched before", async () => {
    const { url } = await emptyShop();
    const page = await openPage(url, {
      expectedTroubles: /(contact|blog)-page|ERR_FAILED|dynamically/,
    });
    await page.route("**/contact-page*", (route) => route.abort());
    await open(page, "Contact Us");
    await page.getByRole("heading", { name: "This page could not be shown" }).waitFor();
    await open(page, "About");
    await page.getByRole("heading", { name: "Our Motto" }).waitFor();
    await page.unroute("**/contact-page*");
    await open(page, "Contact Us");
    await page.getByRole("heading", { level: 1, name: "Contact Us" }).waitFor();

    // One that could not be fetched ahead.
    await page.route("**/blog-page*", (route) => route.abort());
    const failed = page.waitForEvent("requestfailed");
    await link(page, "Blog").first().focus();
    await failed;
    await page.unroute("**/blog-page*");
    await open(page, "Blog");
    await page.getByRole("heading", { name: "What is a closure?" }).waitFor();
  });
});
