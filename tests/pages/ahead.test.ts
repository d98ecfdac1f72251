// A page is fetched before it is opened, when a person points at a link or has it in view; what is
// pointed at is rendered, too, unseen.
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { openPage } from "#tests/browser.ts";
import { openAs } from "#tests/open-as.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUp } from "#tests/people.ts";
import { takenOver } from "#tests/taken-over.ts";

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

/** The addresses that the page asked for. */
function asked(page: Page): string[] {
  const all: string[] = [];
  page.on("request", (request) => all.push(request.url().replace(/^\w+:\/\/[^/]+/, "")));
  return all;
}

/** Something of a page that is rendered, but not shown. */
const unseen = (page: Page, name: string) =>
  page.getByRole("heading", { name, exact: true, includeHidden: true }).filter({ visible: false });

const codeOfProducts = /products-page/;
const dataOfProducts = /api\/parts\?limit=/;

describe("a link", () => {
  it.each(["hover", "focus", "touch"] as const)("fetches code and data on %s", async (sign) => {
    const { url, shop } = await openShop({ parts: [aPart({ name: "Tie Rod" })] });
    // A shop that has only just begun tells of everything as changed, to be sure.
    await expect.poll(() => shop.changes.within(4_100), { timeout: 10_000 }).toEqual([]);
    const page = await openPage(`${url}/about`, { hasTouch: true });
    await takenOver(page);
    const requests = asked(page);
    const products = link(page, "Products");
    if (sign === "hover") await products.hover();
    if (sign === "focus") await products.focus();
    if (sign === "touch") await products.dispatchEvent("touchstart");
    for (const what of [codeOfProducts, dataOfProducts]) {
      await expect.poll(() => requests.some((path) => what.test(path))).toBe(true);
    }
    await unseen(page, "Tie Rod").waitFor({ state: "attached" });

    const sawLoading = await watchForLoading(page);
    const before = requests.length;
    await products.click();
    await page.getByRole("heading", { name: "Tie Rod" }).waitFor();
    expect(await sawLoading()).toBe(false);
    const again = (path: string) => codeOfProducts.test(path) || dataOfProducts.test(path);
    expect(requests.slice(before).filter(again)).toEqual([]);
  });

  it("in view is fetched when somebody is here, and not before", async () => {
    const { url } = await openShop();
    const page = await openPage("about:blank");
    const requests = asked(page);
    await page.goto(`${url}/about`);
    await takenOver(page);
    await page.waitForLoadState("networkidle");
    expect(requests.filter((path) => /(contact|blog)-page/.test(path))).toEqual([]);
    await page.mouse.move(5, 400);
    for (const name of [/contact-page/, /blog-page/, /products-page/]) {
      await expect.poll(() => requests.some((path) => name.test(path))).toBe(true);
    }
  });

  it("is not fetched ahead for who saves data", async () => {
    const { url } = await openShop({ parts: [aPart({ name: "Tie Rod" })] });
    const page = await openPage("about:blank");
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
    );
    await page.goto(`${url}/about`);
    await takenOver(page);
    const requests = asked(page);
    await link(page, "Products").hover();
    await link(page, "Blog").focus();
    await page.waitForLoadState("networkidle");
    expect(requests.filter((path) => /-page|api\/parts/.test(path))).toEqual([]);
    await link(page, "Products").click();
    await page.getByRole("heading", { name: "Tie Rod" }).waitFor();
  });

  it("to a part and to one's dashboard is ready when it is clicked", async () => {
    const shop = await openShop({ parts: [aPart({ name: "Tie Rod" })] });
    const page = await openAs(shop, await signUp(shop), "/product");
    // It is known who is there.
    await page.getByRole("button", { name: "Sign Out" }).waitFor();
    const purchase = link(page, "Purchase Tie Rod");
    const part = page.waitForResponse("**/api/purchase/**");
    await purchase.hover();
    await part;
    await unseen(page, "Order this part").waitFor({ state: "attached" });
    const sawLoading = await watchForLoading(page);
    await purchase.click();
    await page
      .getByRole("button", { name: "Place Order" })
      .or(page.getByLabel("Quantity"))
      .first()
      .waitFor();

    const profile = page.waitForResponse("**/api/updateUser/**");
    await link(page, "Dashboard").hover();
    await profile;
    await unseen(page, "My Profile").waitFor({ state: "attached" });
    await link(page, "Dashboard").click();
    await link(page, "Update Profile").waitFor();
    expect(await sawLoading()).toBe(false);
  });
});

describe("a page that is pointed at", () => {
  it("is rendered, and nobody notices before it is opened", async () => {
    const { url } = await openShop({ parts: [aPart({ name: "Tie Rod" })] });
    const page = await openPage(`${url}/about`);
    await takenOver(page);
    const seen = () => page.evaluate(() => [document.title, location.pathname, history.length]);
    const before = await seen();
    await link(page, "Products").hover();
    await unseen(page, "Tie Rod").waitFor({ state: "attached" });
    expect(await seen()).toEqual(before);
    expect(await page.evaluate(() => document.body.innerText)).not.toContain("Tie Rod");
    expect(await page.getByRole("heading", { level: 1 }).allTextContents()).toEqual(["Our Motto"]);

    // There is one at a time, and the one that is opened is the only page then.
    await link(page, "Blog").hover();
    const blog = page.getByRole("heading", { level: 1, includeHidden: true });
    await expect.poll(() => blog.count()).toBe(2);
    await expect.poll(() => unseen(page, "Tie Rod").count()).toBe(0);
    await link(page, "Blog").click();
    await expect.poll(() => blog.count()).toBe(1);
    expect((await seen())[1]).toBe("/blog");
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Our Motto" }).waitFor();
  });

  it("shows what has changed since", async () => {
    const { url, shop } = await openShop({ parts: [aPart({ name: "Tie Rod" })] });
    const page = await openPage(`${url}/about`);
    await takenOver(page);
    await link(page, "Products").hover();
    await unseen(page, "Tie Rod").waitFor({ state: "attached" });
    await shop.db.execute(sql`update parts set availabl_quantity = 123`);
    await link(page, "Products").click();
    await page.getByText("123").waitFor();
  });

  it("is not rendered for who only crosses its link", async () => {
    const { url } = await openShop({ parts: [aPart({ name: "Tie Rod" })] });
    const page = await openPage(`${url}/about`);
    await takenOver(page);
    const data = page.waitForResponse("**/api/parts?**");
    await link(page, "Products").evaluate((element) => {
      element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      element.dispatchEvent(new PointerEvent("pointerout", { bubbles: true }));
    });
    await data;
    await link(page, "Blog").hover();
    const headings = page.getByRole("heading", { level: 1, includeHidden: true });
    await expect.poll(() => headings.count()).toBe(2);
    expect(await unseen(page, "Tie Rod").count()).toBe(0);
  });

  it("is not rendered for who would be led elsewhere", async () => {
    const { url } = await openShop({ parts: [aPart({ name: "Tie Rod" })] });
    const page = await openPage(`${url}/product`);
    await takenOver(page);
    const login = page.waitForRequest(/login-page/);
    await link(page, "Purchase Tie Rod").hover();
    await login;
    await link(page, "About").hover();
    await unseen(page, "Our Motto").waitFor({ state: "attached" });
    await link(page, "Purchase Tie Rod").click();
    await page.getByRole("heading", { level: 1, name: "Login" }).waitFor();
    expect(await unseen(page, "Our Motto").count()).toBe(0);
  });

  it("is gone with who it was about", async () => {
    const shop = await openShop({ parts: [aPart({ name: "Tie Rod" })] });
    const vera = await signUp(shop);
    const page = await openAs(shop, vera, "/product");
    const leave = page.getByRole("button", { name: "Sign Out" });
    await leave.waitFor();
    await link(page, "Dashboard").hover();
    await unseen(page, "My Profile").waitFor({ state: "attached" });
    const says = () => page.locator("body").evaluate((body) => body.textContent);
    expect(await says()).toContain(vera.email);
    // Without a pointer, which would come by other links.
    await leave.evaluate((button) => (button as HTMLElement).click());
    await link(page, "Login").waitFor();
    await expect.poll(says).not.toContain(vera.email);
  });
});

describe("what failed", () => {
  it("stays as it is while the pointer comes by links, until it is tried again", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    const page = await openAs(shop, vera, "/about", { expectedTroubles: /ERR_FAILED/ });
    await page.route("**/api/updateUser/**", (route) => route.abort());
    await page.goto(`${shop.url}/dashboard`);
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    await page.unrouteAll();
    const all = asked(page);
    const profiles = () => all.filter((address) => address.includes("/api/updateUser/")).length;
    for (const name of ["Dashboard", "Update Profile"]) await link(page, name).first().hover();
    expect([profiles(), await again.isVisible()]).toEqual([0, true]);
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
    const { url } = await openShop({ parts });
    const page = await openPage(`${url}/product`);
    await takenOver(page);
    const part = page.getByRole("heading", { name: "Part 40", exact: true });
    const onScreen = async () => Math.round((await part.boundingBox())?.y ?? Number.NaN);
    await part.scrollIntoViewIfNeeded();
    // What came near is laid out with the next frames.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
    });
    const left = await page.evaluate(() => scrollY);
    expect(left).toBeGreaterThan(0);
    const before = await onScreen();
    // Without a pointer, which would have to be moved there first.
    await link(page, "About").evaluate((element) => (element as HTMLElement).click());
    await page.getByRole("heading", { name: "Our Motto" }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await part.waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
    await page.getByRole("heading", { name: "Part 1", exact: true }).waitFor({ state: "attached" });
    expect(await onScreen()).toBe(before);
  });

  it("finds what was typed, where the next page had not come yet", async () => {
    const { url } = await openShop();
    const page = await openPage(`${url}/login`, { expectedTroubles: /ERR_FAILED/ });
    await takenOver(page);
    const held = Promise.withResolvers<void>();
    await page.route("**/about-page*", async (route) => {
      await held.promise;
      await route.continue();
    });
    const email = page.getByLabel("Email", { exact: true });
    await email.fill("vera@example.com");
    await link(page, "About").evaluate((element) => (element as HTMLElement).click());
    await expect.poll(() => page.url()).toBe(`${url}/about`);
    await page.evaluate(() => history.back());
    await expect.poll(() => page.url()).toBe(`${url}/login`);
    held.resolve();
    await page.getByRole("heading", { level: 1, name: "Login" }).waitFor();
    expect(await email.inputValue()).toBe("vera@example.com");
  });

  it("finds the beginning of the home page first, and then all of it", async () => {
    const { url } = await openShop({ parts: [aPart({ name: "Tie Rod" })] });
    const page = await openPage(url);
    await takenOver(page);
    await link(page, "About").click();
    await page.getByRole("heading", { name: "Our Motto" }).waitFor();
    await page.evaluate(() => {
      const look = () => {
        const welcome = document.querySelector("[aria-label='Welcome']");
        const part = document.querySelector("main article");
        if (welcome && !part) document.body.dataset.beginning = "seen";
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    await page.goBack();
    await page.getByRole("heading", { name: "Tie Rod" }).waitFor();
    expect(await page.evaluate(() => document.body.dataset.beginning)).toBe("seen");
    // Whoever comes by address finds all of it: the server rendered it.
    await page.reload();
    await page.getByRole("heading", { name: "Tie Rod" }).waitFor();
  });
});

describe("a page whose code does not come", () => {
  it("says so, and is there when it is opened again", async () => {
    const { url } = await openShop();
    const page = await openPage(url, { expectedTroubles: /contact-page|ERR_FAILED|dynamically/ });
    await page.route("**/contact-page*", (route) => route.abort());
    // Without a pointer, so that nothing is fetched but what is opened.
    const open = (name: string) =>
      link(page, name).evaluate((element) => (element as HTMLElement).click());
    await open("Contact Us");
    await page.getByRole("heading", { name: "This page could not be shown" }).waitFor();
    await open("About");
    await page.getByRole("heading", { name: "Our Motto" }).waitFor();
    await page.unroute("**/contact-page*");
    await open("Contact Us");
    await page.getByRole("heading", { level: 1, name: "Contact Us" }).waitFor();
  });
});
