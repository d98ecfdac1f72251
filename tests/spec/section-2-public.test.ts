// Section 2 of the specification: the other public pages, navbar and footer.
import { describe, expect, it } from "vitest";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";

const emptyShop = shareEmptyShop();

describe("the public pages", () => {
  it.each([
    ["/login", "/register"],
    ["/register", "/login"],
  ])("[§2.9 §2.10 §2.12 §2.13] %s offers Google, and leads to %s", async (path, other) => {
    const { url } = await emptyShop();
    const page = await openPage(url + path);
    await waitForHydration(page);
    const main = page.getByRole("main");
    const google = main.getByRole("link", { name: "continue with Google", exact: true });
    expect(await google.getAttribute("href")).toBe("/api/identity/google");
    await main.locator(`a[href="${other}"]`).click();
    await page.waitForURL(url + other);
  });

  it("[§2.14] /blog has six question cards on React and JavaScript", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/blog`);
    const cards = page.getByRole("main").getByRole("article");
    expect(await cards.count()).toBe(6);
    for (const card of await cards.all()) {
      expect(await card.getByRole("heading").innerText()).toMatch(/\?$/);
      expect((await card.innerText()).length).toBeGreaterThan(200);
      expect(await card.innerText()).toMatch(/React|JavaScript|component|function|object|hook/i);
    }
    const all = await page.getByRole("main").innerText();
    expect(all).toMatch(/React/);
    expect(all).toMatch(/JavaScript/);
  });

  it("[§2.15 §2.16] /contact has an address in Dhaka and three helpline numbers", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/contact`);
    const main = page.getByRole("main");
    expect(await main.locator("address").first().innerText()).toMatch(/Dhaka/);
    const numbers = await main
      .locator('a[href^="tel:"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(numbers).toHaveLength(3);
    expect(new Set(numbers).size).toBe(3);
    // Of the kind that is given to nobody.
    for (const number of numbers) expect(number).toMatch(/^tel:\+8802555501\d\d$/);
  });

  it("[§2.20 §2.21 §9.11] /about is Our Motto, and claims 40% of the market", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/about`);
    await page.getByRole("heading", { name: "Our Motto", exact: true }).waitFor();
    const text = await page.getByRole("main").innerText();
    expect(text).toMatch(/40\s?%[^.]*market|market[^.]*40\s?%/i);
    expect(text.length).toBeGreaterThan(400);
  });
});

describe("around every page", () => {
  it("[§2.36 §2.37] the navbar has its items, by who is signed in", async () => {
    const shop = await emptyShop();
    const links = ["Home", "Products", "About", "Blog", "Contact Us"];
    const visible = (page: Awaited<ReturnType<typeof openPage>>) =>
      page
        .getByRole("navigation", { name: "Main" })
        .getByRole("listitem")
        .filter({ visible: true })
        .allInnerTexts();
    const visitor = await openPage(`${shop.url}/about`);
    await waitForHydration(visitor);
    expect(await visible(visitor)).toEqual([...links, "Login"]);
    const person = await openPageAs(shop, await signUp(shop), "/about");
    await person.getByRole("button", { name: "Sign Out" }).waitFor();
    expect(await visible(person)).toEqual([...links, "Dashboard", "Sign Out"]);
    const addresses = await person
      .getByRole("navigation", { name: "Main" })
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(addresses).toEqual(["/", "/product", "/about", "/blog", "/contact", "/dashboard"]);
  });

  it("[§2.38 §2.39 §2.40 §9.10] the footer has its lines and empty links", async () => {
    const { url } = await emptyShop();
    const page = await openPage(`${url}/login`);
    await waitForHydration(page);
    const footer = page.getByRole("contentinfo");
    await footer.getByText(/since 2012/).waitFor();
    await footer.getByText(new RegExp(`Copyright © ${new Date().getFullYear()}`)).waitFor();
    const icons = footer.getByRole("link");
    expect(await icons.count()).toBeGreaterThanOrEqual(3);
    for (const icon of await icons.all()) {
      expect(await icon.getAttribute("href")).toBe("#");
      expect(await icon.locator("svg").count()).toBe(1);
      await icon.click();
    }
    expect(page.url()).toBe(`${url}/login`);
  });
});
