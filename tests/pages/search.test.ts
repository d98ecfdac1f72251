// The search of every page, the lists with filters, and pasted numbers.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { fillCatalogue } from "#tests/fill-catalogue.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openLivePage, openPage } from "#tests/open-page.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";

const open = shareShop();
let filled: Promise<OpenShop> | undefined;
async function openCatalogue(): Promise<OpenShop> {
  filled ??= open().then(async (opened) => {
    await fillCatalogue(opened);
    const many = Array.from({ length: 50 }, (_, at) =>
      aPart({ name: `Bolt ${at + 1}`, type: "wheel-bolts" }),
    );
    const long = "Pressure Plate, 240 mm, with Release Bearing and Alignment Tool";
    await addParts(opened.shop.db, [...many, aPart({ name: long })]);
    return opened;
  });
  return filled;
}

const phone = { viewport: { width: 390, height: 844 } };
const withoutScript = { javaScriptEnabled: false, expectedTroubles: /failed: csp$/ };
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const rows = (page: Page) => page.getByRole("list", { name: "Parts" }).getByRole("listitem");
const box = (page: Page) => page.getByRole("combobox", { name: "Search" });

async function openBox(page: Page, typed: string): Promise<void> {
  await page.keyboard.press("/");
  await box(page).waitFor();
  await page.keyboard.type(typed);
}

describe("the search in the header", () => {
  it("suggests while typing, loses no letter, and is used by keyboard alone", async () => {
    const { url } = await openCatalogue();
    const page = await openLivePage(`${url}/about`);
    // It has the focus at once when it takes the place of the plain field.
    await page.evaluate(() => {
      const { body } = document;
      new MutationObserver(() => {
        const field = body.querySelector("input[role=combobox]");
        if (field) body.dataset.focused ??= `${document.activeElement === field}`;
      }).observe(body, { childList: true, subtree: true });
    });
    await openBox(page, "alt");
    expect(await page.locator("body").getAttribute("data-focused")).toBe("true");
    expect(await box(page).inputValue()).toBe("alt");
    const option = page.getByRole("option", { name: /^Alternators/ });
    await option.waitFor();
    const groups = page.getByRole("listbox").getByRole("group");
    await expect
      .poll(() => groups.evaluateAll((all) => all.map((each) => each.ariaLabel)))
      .toEqual(["Part types", "Parts"]);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => option.getAttribute("aria-selected")).toBe("true");
    await expect
      .poll(() => box(page).getAttribute("aria-activedescendant"))
      .toBe(await option.getAttribute("id"));
    await page.keyboard.press("Escape");
    await expect.poll(() => box(page).getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/shop/alternators`);
    await heading(page, "Alternators").waitFor();
  });

  it("opens the part with this number, shows results for words, and keeps the last searches until they are cleared", async () => {
    const { url } = await openCatalogue();
    const page = await openLivePage(url);
    await openBox(page, "pw2312");
    await page.getByRole("option", { name: /^PW-2312/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/part\//);
    await heading(page, "Ventilated Brake Disc").waitFor();
    await openBox(page, "rotor 312mm");
    await page.keyboard.press("Enter");
    await heading(page, "Results for “rotor 312mm”").waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
    // It stays in the field, and is replaced by what is typed next.
    await expect
      .poll(() => page.getByRole("searchbox", { name: "Search" }).inputValue())
      .toBe("rotor 312mm");
    await openBox(page, "cermaic");
    await page.keyboard.press("Enter");
    await heading(page, "Results for “ceramic”").waitFor();
    await page.getByText("Nothing is spelled “cermaic”.", { exact: true }).waitFor();

    // With Shift, the list instead of the part.
    await openBox(page, "PW-2312");
    await page.keyboard.press("Shift+Enter");
    await page.waitForURL(`${url}/search?q=PW-2312&list=1`);
    await page
      .getByRole("list", { name: "Near" })
      .getByRole("link", { name: /PW-2312/ })
      .waitFor();
    await expect.poll(() => page.getByText("We have told the owner").count()).toBe(0);
    await openBox(page, "");
    const last = page.getByRole("group", { name: "Your last searches" }).getByRole("option");
    await expect.poll(async () => (await last.allTextContents())[0]).toBe("PW-2312");
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Clear your last searches" }).click();
    await expect.poll(() => last.count()).toBe(0);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("last-searches"))).toBe("[]");
  });

  it("fills the screen of a phone, closes, and leads from home to a part in three actions", async () => {
    const { url } = await openCatalogue();
    const page = await openLivePage(url, phone);
    await page.getByRole("searchbox", { name: "Search" }).click();
    await box(page).fill("alternator");
    await page.getByRole("option", { name: /^Alternators/ }).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const covers = await page.getByRole("search").first().boundingBox();
    expect(covers).toMatchObject({ x: 0, y: 0, height: 844 });
    const list = await page.getByRole("listbox", { name: "Search" }).boundingBox();
    expect(list).toMatchObject({ x: 0, width: 390 });
    await page.getByRole("button", { name: "Close the search" }).click();
    await box(page).waitFor({ state: "detached" });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.getByRole("searchbox", { name: "Search" }).click();
      await box(page).fill("alternator");
      await page.getByRole("option", { name: /^Alternator, 150 A/ }).click();
      await heading(page, "Alternator, 150 A").waitFor();
      await page.goBack();
      await page.waitForURL(`${url}/`);
    }
  });

  it("looks up pasted lines, and keeps them and their verdicts after Back and a reload", async () => {
    const { url } = await openCatalogue();
    const page = await openLivePage(url);
    await openBox(page, "");
    await box(page).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", "PW-2312 4\r\nal 900 2\nPW2132\nnothing");
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
    await heading(page, "Paste a list").waitFor();
    await page
      .getByText("Found: 1 · Replacement: 1 · Did you mean: 1 · Nothing found: 1")
      .waitFor();
    await page.getByRole("link", { name: "PW-1150 Alternator, 150 A" }).waitFor();
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);

    const field = page.getByLabel("Numbers and quantities");
    await field.fill("PW-2312 4\nnothing");
    await page.getByRole("button", { name: "Look them up" }).click();
    const verdicts = page.getByRole("region", { name: "Verdicts" });
    await verdicts.getByText("Found: 1 · Nothing found: 1").waitFor();
    await verdicts.getByRole("link", { name: /^PW-2312/ }).click();
    await page.waitForURL(/\/part\/PW-2312/);
    await page.goBack();
    await verdicts.getByText("Found: 1 · Nothing found: 1").waitFor();
    await expect.poll(() => field.inputValue()).toBe("PW-2312 4\nnothing");
    await field.fill("PW-2312 4\nnothing\nnor this");
    await page.reload();
    await verdicts.getByText("Found: 1 · Nothing found: 1").waitFor();
    await expect.poll(() => field.inputValue()).toBe("PW-2312 4\nnothing\nnor this");
    await expect.poll(() => page.url()).toBe(`${url}/paste`);
  });

  it("says without script that a list needs it", async () => {
    const { request } = await openCatalogue();
    const html = await (await request("/paste")).text();
    expect(html).toMatch(/<noscript>(?:(?!<\/noscript>).)*needs JavaScript/s);
  });

  it("is a form without script, which leads to the part or to the results", async () => {
    const { url } = await openCatalogue();
    const page = await openPage(`${url}/about`, withoutScript);
    const field = page.getByRole("searchbox", { name: "Search" });
    await field.fill("4351 20K050");
    await field.press("Enter");
    await heading(page, "Alternator, 150 A").waitFor();
    await field.fill("bolts");
    await field.press("Enter");
    await heading(page, "Results for “bolts”").waitFor();
    await expect.poll(() => field.inputValue()).toBe("bolts");
    await expect.poll(() => rows(page).count()).toBe(48);
    await page.getByRole("link", { name: "Next page" }).click();
    await page.getByRole("link", { name: "First page" }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(3);
  });
});

describe("the list of a type", () => {
  it("is filtered by what its parts are, all of it in the address", async () => {
    const { url } = await openCatalogue();
    const page = await openLivePage(`${url}/shop/brakes`);
    await page.getByRole("link", { name: "Front 2" }).click();
    await page.waitForURL(`${url}/shop/brakes?f=position%3AFront`);
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByRole("link", { name: "Price, lowest first" }).click();
    await page.waitForURL(/sort=price/);
    await page.getByRole("link", { name: "Remove the filter Front" }).click();
    await expect.poll(() => rows(page).count()).toBe(4);
    await page.goBack();
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.goto(`${url}/shop/brakes?f=position:Rear;diameter:312`);
    await page.getByText("No parts match").waitFor();
    await page.getByRole("link", { name: "Rear (1 part)" }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  it("is filtered by a range, with script and without", async () => {
    const { url } = await openCatalogue();
    for (const options of [{}, withoutScript]) {
      const page = await openPage(`${url}/shop/brakes?stock=1`, options);
      await page.getByRole("textbox", { name: "Diameter from (mm)" }).fill("320,5");
      await page.getByRole("textbox", { name: "Diameter to (mm)" }).fill("300");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.waitForURL(`${url}/shop/brakes?f=diameter%3A300..320.5&stock=1`);
      await page.getByRole("link", { name: "Remove the filter 300 to 320.5 mm" }).waitFor();
      // The list before stays until this one has come.
      await expect.poll(() => rows(page).count()).toBe(1);
    }
  });

  it("is walked through by single keys, which can be switched off", async () => {
    const { url } = await openCatalogue();
    const page = await openLivePage(`${url}/shop/brakes`);
    await page.getByRole("button", { name: "Switch the keys off" }).waitFor();
    for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(() => focused()).toBe("Solid Brake Disc");
    await page.keyboard.press("f");
    await expect.poll(() => focused()).toContain("Best match");
    await page.keyboard.press("g");
    await page.waitForURL(/view=grid/);
    await page.getByRole("button", { name: "Switch the keys off" }).click();
    await page.keyboard.press("g");
    await page.getByRole("button", { name: "Switch the keys of lists on" }).click();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await heading(page, "Ventilated Brake Disc").waitFor();
  });

  it("shows six parts on the screen of a phone, and its filters as a sheet", async () => {
    const { url } = await openCatalogue();
    const page = await openPage(`${url}/shop/wheel-bolts`, phone);
    const sixth = await rows(page).nth(5).boundingBox();
    expect((sixth?.y ?? 0) + (sixth?.height ?? 0)).toBeLessThanOrEqual(844);
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("link", { name: "In stock 51" }).waitFor();
    expect(await page.getByRole("link", { name: "Clear all" }).count()).toBe(0);
    await page.getByRole("link", { name: "In stock 51" }).click();
    await page.getByRole("button", { name: "Show 51 parts" }).click();
    await page.getByRole("button", { name: "Filter (1)" }).waitFor();
    await page.getByRole("link", { name: "Grid" }).click();
    await page.waitForURL(/view=grid/);
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await page.getByRole("button", { name: "Filter (1)" }).click();
    await page.getByRole("link", { name: "Clear all" }).click();
    await page.waitForURL(`${url}/shop/wheel-bolts?view=grid`);
  });

  it("leaves names their room at each width, and shows a new price at once", async () => {
    const shop = await openCatalogue();
    const page = await openLivePage(`${shop.url}/shop/alternators`);
    const name = rows(page)
      .getByRole("link", { name: /^Alternator/ })
      .first();
    for (const width of [768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(180);
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(wide).toBe(width);
    }
    const admin = await signUpAdmin(shop);
    const { body } = await shop.get("/api/catalogue?type=alternators");
    const [part] = (body as { items: { _id: string }[] }).items;
    await admin.send("PATCH", `/api/parts/${part?._id}`, { price: 241.5 });
    await page.getByText("$241.50").waitFor();
  });

  it.each(["/shop/nothing", "/shop/a/b"])(
    "is a 404 where there is no such type: %s",
    async (path) => {
      const { request } = await openCatalogue();
      expect((await request(path)).status).toBe(404);
    },
  );
});

it("a type chosen in a search is a filter among others", async () => {
  const { url } = await openCatalogue();
  const page = await openLivePage(`${url}/search?q=disc&stock=1`);
  await page.getByRole("link", { name: /^Brake discs \d/ }).click();
  await page.waitForURL(/type=brake-discs/);
  await page.getByRole("link", { name: "Remove the filter Brake discs" }).click();
  await page.waitForURL(`${url}/search?q=disc&stock=1`);
  await page.getByRole("link", { name: "Remove the filter In stock" }).waitFor();
});

it("what is understood of a search, and what is nearest, is never wider than a phone", async () => {
  const { url } = await openCatalogue();
  const page = await openPage(
    `${url}/search?q=${"M20x1.5 14v 330mm ".repeat(3)}${"x".repeat(60)}`,
    phone,
  );
  await page.getByRole("list", { name: "Understood as" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.goto(`${url}/search?q=pressure+plate+zzz`);
  await page.getByText("Nothing for “pressure plate zzz”").waitFor();
  const near = page.getByRole("list", { name: "Near" });
  const ends = await near.locator("..").evaluate((note) => {
    const rows = [...note.querySelectorAll("li *")].map((each) => each.getBoundingClientRect());
    return [note.getBoundingClientRect().right, Math.max(...rows.map(({ right }) => right))];
  });
  expect(ends[1]).toBeLessThanOrEqual(ends[0] ?? 0);
  for (const q of ["%25_%5C", "%E2%80%AEabc", "x".repeat(900)]) {
    await page.goto(`${url}/search?q=${q}`);
    await page.getByText(/^(What are you looking for\?|Nothing for “.*”)$/s).waitFor();
  }
});

it("a search for anything has a clear answer", async () => {
  const { request } = await openCatalogue();
  for (const q of ["", "%25_%5C", "%F0%9F%9A%97", "%E2%80%AEabc", "x".repeat(900)]) {
    const answer = await request(`/search?q=${q}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/What are you looking for\?|Nothing for “/);
  }
});
