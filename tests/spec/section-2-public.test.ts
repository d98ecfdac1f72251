// Section 2 of the specification: the other public pages, navbar and footer.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

describe("the public pages", () => {
  it("[§2.9 §2.10 §2.12 §2.13] /login and /register offer Google, and lead to each other", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/login`);
    const main = page.getByRole("main");
    for (const other of ["/register", "/login"]) {
      const google = main.getByRole("link", { name: "continue with Google", exact: true });
      await expect.poll(() => google.getAttribute("href")).toBe("/api/identity/google");
      await main.locator(`a[href="${other}"]`).click();
      await page.waitForURL(url + other);
    }
  });

  it("[§2.14 §2.15 §2.16 §2.20 §2.21 §9.11] are /blog, /contact and /about", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/blog`);
    const main = page.getByRole("main");
    const nav = page.getByRole("navigation", { name: "Main" });
    // Six questions on React and JavaScript.
    const cards = main.getByRole("article");
    expect(await cards.count()).toBe(6);
    for (const card of await cards.all()) {
      expect(await card.getByRole("heading").innerText()).toMatch(/\?$/);
      expect((await card.innerText()).length).toBeGreaterThan(200);
      expect(await card.innerText()).toMatch(/React|JavaScript|component|function|object|hook/i);
    }
    const all = await main.innerText();
    expect(all).toMatch(/React/);
    expect(all).toMatch(/JavaScript/);

    // An address in Dhaka and three helpline numbers.
    await nav.getByRole("link", { name: "Contact Us" }).click();
    const address = main.locator("address").first();
    await expect.poll(() => address.innerText()).toMatch(/Dhaka/);
    const numbers = await main
      .locator('a[href^="tel:"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(numbers).toHaveLength(3);
    expect(new Set(numbers).size).toBe(3);
    // Of the kind that is given to nobody.
    for (const number of numbers) expect(number).toMatch(/^tel:\+8802555501\d\d$/);

    // Our Motto, with 40% of the market.
    await nav.getByRole("link", { name: "About" }).click();
    await page.getByRole("heading", { name: "Our Motto", exact: true }).waitFor();
    const text = await main.innerText();
    expect(text).toMatch(/40\s?%[^.]*market|market[^.]*40\s?%/i);
    expect(text.length).toBeGreaterThan(400);
  });
});

describe("around every page", () => {
  it("[§2.36 §2.37 §2.38 §2.39 §2.40 §9.10] the navbar has its items, by who is signed in, and the footer its lines and empty links", async () => {
    const shop = await emptyShop();
    const links = ["Home", "Products", "About", "Blog", "Contact Us"];
    const navbar = (page: Page) => page.getByRole("navigation", { name: "Main" });
    const visible = (page: Page) =>
      navbar(page).getByRole("listitem").filter({ visible: true }).allInnerTexts();
    const visitor = await openPage(`${shop.url}/about`);
    await expect.poll(() => visible(visitor)).toEqual([...links, "Login"]);
    const footer = visitor.getByRole("contentinfo");
    await footer.getByText(/since 2012/).waitFor();
    await footer.getByText(new RegExp(`Copyright © ${new Date().getFullYear()}`)).waitFor();
    const icons = footer.getByRole("link");
    expect(await icons.count()).toBeGreaterThanOrEqual(3);
    for (const icon of await icons.all()) {
      expect(await icon.getAttribute("href")).toBe("#");
      expect(await icon.locator("svg").count()).toBe(1);
      await icon.click();
    }
    expect(visitor.url()).toBe(`${shop.url}/about`);

    const person = await openPageAs(shop, await signUp(shop), "/about");
    await person.getByRole("button", { name: "Sign Out" }).waitFor();
    expect(await visible(person)).toEqual([...links, "Dashboard", "Sign Out"]);
    const addresses = await navbar(person)
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(addresses).toEqual(["/", "/product", "/about", "/blog", "/contact", "/dashboard"]);
  });
});
