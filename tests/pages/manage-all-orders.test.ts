// Manage All Orders: finding an order among all.
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { queryRows } from "#server/platform/database/query-rows.ts";
import {
  calls,
  everythingAskedWasAnswered,
  hour,
  hundredAndTwenty,
  links,
  noon,
  path,
  products,
  search,
  shown,
  soon,
  stand,
} from "#tests/manage-orders.ts";
import { focused, openAs } from "#tests/open-as.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

describe("the list", () => {
  it("[§2.64] has the columns of the specification, and each order's data below them", async () => {
    const shop = await openShop();
    await stand(shop, [
      { product: "Steering rack", quantity: 1_200, cents: 102_345, state: "paid" },
      { at: noon - hour, product: "Oil filter", name: "Ada", phone: "" },
    ]);
    const page = await openAs(shop, await signUpAdmin(shop), path);
    await shown(page, "2 orders shown$");
    expect(await page.getByRole("columnheader").allTextContents()).toEqual([
      ...["Product Name", "Name", "Email", "Number", "Quantity", "Total Price"],
      ...["Payment", "Delete"],
    ]);
    const cells = await page.getByRole("row").nth(1).getByRole("cell").allInnerTexts();
    expect(cells.map((cell) => cell.replaceAll(/\s+/g, " ").trim())).toEqual([
      expect.stringMatching(/^Steering rack Nov 20, 2026, /),
      ...["Vera Lind", "vera@example.com", "+880 1711 000000", "1,200"],
      ...["$1,228,140.00 Paid", "Payment", "Delete"],
    ]);
    await page
      .getByRole("row", { name: /Oil filter/ })
      .getByText("Unpaid")
      .waitFor();
    const ledger = page.getByRole("main").getByRole("link", { name: "Ledger" });
    expect(await ledger.getAttribute("href")).toBe("/dashboard/ledger");
  });

  it("[§2.65] has two buttons in each row that do nothing, and say so", async () => {
    const shop = await openShop();
    await stand(shop, [{}]);
    const page = await openAs(shop, await signUpAdmin(shop), path);
    await shown(page, "1 order shown");
    const address = page.url();
    const asked = calls(page, "/api/");
    for (const name of ["Payment", "Delete"]) {
      const button = page.getByRole("row").getByRole("button", { name, exact: true });
      await button.click();
      await button.press("Enter");
      expect(
        await button.evaluate(
          (it) => document.getElementById(it.getAttribute("aria-describedby") ?? "")?.textContent,
        ),
      ).toBe("Payment and Delete have no function here; open an order to act on it.");
    }
    await everythingAskedWasAnswered(page);
    // What is fetched ahead for links that are in view has nothing to do with the buttons.
    expect(asked.filter((one) => !/live|session|api\/(parts|reviews)\?/.test(one))).toEqual([]);
    expect(page.url()).toBe(address);
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    expect(
      await queryRows(shop.shop.db, sql`select from orders where state = 'unpaid'`),
    ).toHaveLength(1);
  });

  it("shows an order as soon as it is placed", async () => {
    const shop = await openShop();
    const part = await aStockedPart(shop);
    const vera = await signUp(shop);
    const page = await openAs(shop, await signUpAdmin(shop), path);
    await page.getByText("No orders yet").waitFor();
    await placeOrder(vera, part);
    await links(page).first().waitFor({ timeout: 2_000 });
    await shown(page, "1 order shown");
  });

  it("is fetched again by hand when it could not be had", async () => {
    const shop = await openShop();
    await stand(shop, [{}]);
    const page = await openAs(shop, await signUpAdmin(shop), "/about", {
      expectedTroubles: /FAILED/,
    });
    await page.route("**/api/allOrders**", (route) => route.abort());
    await page.goto(shop.url + path);
    await page.getByRole("alert").getByText("The orders could not be fetched").waitFor();
    await page.unroute("**/api/allOrders**");
    await page.getByRole("button", { name: "Try again" }).click();
    await shown(page, "1 order shown");
  });

  it("[§2.54 §4.9] is not for customers, who are signed out by it", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    const page = await openAs(shop, vera, path, { expectedTroubles: /40[13]/ });
    await page.waitForURL(/\/login/);
    expect((await vera.get("/api/identity/session")).body).toEqual({ user: null });
  });
});

describe("finding", () => {
  it("finds by name, e-mail, product and order id, and says when nothing is found", async () => {
    const shop = await openShop();
    const [, adas] = await stand(shop, [
      { product: "Steering rack" },
      { product: "Oil filter", name: "Ada Wright", email: "ada@workshop.example" },
    ]);
    const page = await openAs(shop, await signUpAdmin(shop), path);
    await shown(page, "2 orders shown");
    for (const words of ["wright", "ada@workshop", "FILTER oil", adas ?? ""]) {
      await search(page).fill(words);
      await shown(page, "1 order shown");
      expect(await products(page)).toEqual(["Oil filter"]);
      await search(page).fill("");
      await shown(page, "2 orders shown");
    }
    await search(page).fill("100%");
    await page.getByText("No orders match").waitFor();
    await page.getByRole("link", { name: "Clear filters" }).last().click();
    await shown(page, "2 orders shown");
    expect(await search(page).inputValue()).toBe("");
  });

  it("asks once for what is typed in one go, and never shows an older answer", async () => {
    const shop = await openShop();
    await stand(shop, [{ product: "Steering rack" }, { product: "Oil filter" }]);
    const page = await openAs(shop, await signUpAdmin(shop), path);
    await shown(page, "2 orders shown");
    const asked = calls(page, "/api/allOrders");
    await search(page).focus();
    await page.evaluate(() => {
      for (const letter of "steering") document.execCommand("insertText", false, letter);
    });
    await shown(page, "1 order shown");
    expect(asked.map((one) => new URL(one).searchParams.get("q"))).toEqual(["steering"]);

    // The answer for "oil" is kept back until that for "rack" is there.
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/api/allOrders?*q=oil*", async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await search(page).fill("oil");
    await soon(() => asked.some((one) => one.includes("q=oil"))).toBe(true);
    // Meanwhile the rows from before stand there, marked as old.
    expect(await products(page)).toEqual(["Steering rack"]);
    expect(await page.locator('[aria-busy="true"]').count()).toBe(1);
    await search(page).fill("rack");
    await shown(page, "1 order shown");
    letGo();
    await everythingAskedWasAnswered(page);
    expect(await products(page)).toEqual(["Steering rack"]);
  });

  it("filters by state", async () => {
    const shop = await openShop();
    await stand(
      shop,
      (["unpaid", "paid", "cancelled", "refunding", "refunded"] as const).map((state, index) => ({
        ...{ product: state, state, at: noon - index * hour },
      })),
    );
    const page = await openAs(shop, await signUpAdmin(shop), path);
    await shown(page, "5 orders shown");
    expect(await page.getByRole("radio", { name: "All" }).isChecked()).toBe(true);
    expect(await products(page)).toEqual(["unpaid", "paid", "cancelled", "refunding", "refunded"]);
    for (const [name, found] of [
      ["Unpaid", ["unpaid"]],
      ["Cancelled", ["cancelled", "refunding", "refunded"]],
      ["Paid", ["paid"]],
    ] as const) {
      await page.getByRole("radio", { name, exact: true }).check();
      await soon(() => products(page)).toEqual(found);
    }
    await page.getByRole("radio", { name: "Cancelled" }).check();
    for (const badge of ["Cancelled", "Refund on its way", "Refunded"]) {
      await page.getByRole("table").getByText(badge, { exact: true }).waitFor();
    }
  });

  it("counts days as they are where the admin is", async () => {
    const shop = await openShop();
    // In Dhaka, six hours ahead, the 20th begins and ends at 18:00 of the days in London.
    const begin = Date.UTC(2026, 10, 19, 18);
    await stand(shop, [
      { product: "before", at: begin - 1 },
      { product: "first", at: begin },
      { product: "last", at: begin + 24 * hour - 1 },
      { product: "after", at: begin + 24 * hour },
    ]);
    const page = await openAs(shop, await signUpAdmin(shop), path, { timezoneId: "Asia/Dhaka" });
    await shown(page, "4 orders shown");
    await page.getByLabel("From").fill("2026-11-20");
    await soon(() => products(page)).toEqual(["after", "last", "first"]);
    await page.getByLabel("To", { exact: true }).fill("2026-11-20");
    await soon(() => products(page)).toEqual(["last", "first"]);
    await page.getByLabel("From").fill("");
    await soon(() => products(page)).toEqual(["last", "first", "before"]);
    await page.getByLabel("From").fill("2026-11-21");
    await page.getByText("No orders match").waitFor();
    await page.getByText("Lies before From").waitFor();
  });

  it("takes days that are typed in, digit by digit", async () => {
    const shop = await openShop();
    await stand(shop, [{ product: "old", at: noon - 48 * hour }, { product: "new" }]);
    const page = await openAs(shop, await signUpAdmin(shop), path, { timezoneId: "UTC" });
    await shown(page, "2 orders shown");
    await page.getByLabel("From").click({ position: { x: 20, y: 20 } });
    await page.keyboard.type("11202026", { delay: 60 });
    await soon(() => products(page)).toEqual(["new"]);
    expect(await page.getByLabel("From").inputValue()).toBe("2026-11-20");
    expect(page.url()).toContain("from=2026-11-20");
  });

  it("sorts", async () => {
    const shop = await openShop();
    await stand(shop, [
      { product: "middle", at: noon - 2 * hour, cents: 200 },
      { product: "cheap", at: noon - hour, cents: 100 },
      { product: "dear", at: noon - 3 * hour, cents: 300 },
    ]);
    const page = await openAs(shop, await signUpAdmin(shop), path);
    await soon(() => products(page)).toEqual(["cheap", "middle", "dear"]);
    for (const [label, expected] of [
      ["Oldest first", ["dear", "middle", "cheap"]],
      ["Dearest first", ["dear", "middle", "cheap"]],
      ["Cheapest first", ["cheap", "middle", "dear"]],
      ["Newest first", ["cheap", "middle", "dear"]],
    ] as const) {
      await page.getByLabel("Sort by").selectOption(label);
      await shown(page, "3 orders shown");
      await soon(() => products(page)).toEqual(expected);
    }
  });
});

describe("pages", () => {
  it.each(["newest", "cheapest"])("walks there and back, %s first", async (sort) => {
    const shop = await openShop();
    await stand(shop, hundredAndTwenty);
    const admin = await signUpAdmin(shop);
    const page = await openAs(shop, admin, `${path}?sort=${sort}`);
    const next = page.getByRole("link", { name: "Next page" });
    const previous = page.getByRole("link", { name: "Previous page" });
    await shown(page, "50 orders shown, more");
    expect(await previous.count()).toBe(0);
    const first = await products(page);
    await next.click();
    await soon(() => products(page)).not.toEqual(first);
    await soon(() => focused(page)).toMatch(/^50 orders shown/);
    const second = await products(page);
    await next.click();
    await shown(page, "20 orders shown$");
    const third = await products(page);
    expect(new Set([...first, ...second, ...third]).size).toBe(120);
    expect(await next.count()).toBe(0);

    // Somebody else opens the address, and goes back from there.
    const other = await openAs(shop, admin, page.url().slice(shop.url.length));
    await shown(other, "20 orders shown");
    expect(await products(other)).toEqual(third);
    await other.getByRole("link", { name: "Previous page" }).click();
    await soon(() => products(other)).toEqual(second);
    await other.getByRole("link", { name: "Previous page" }).click();
    await soon(() => products(other)).toEqual(first);
    expect(other.url()).not.toContain("after");

    await page.goBack();
    await soon(() => products(page)).toEqual(second);
  });

  it("leads to the first page from one that is not there", async () => {
    const shop = await openShop();
    await stand(shop, [{}]);
    const page = await openAs(shop, await signUpAdmin(shop), `${path}?after=nothing`, {
      expectedTroubles: /400/,
    });
    await page.getByRole("alert").getByText("The orders could not be fetched").waitFor();
    await page.getByRole("link", { name: "First page" }).click();
    await shown(page, "1 order shown");
  });
});

describe("the address", () => {
  it("holds the whole view, for others and for Back", async () => {
    const shop = await openShop();
    await stand(shop, [
      { product: "Steering rack", state: "paid" },
      { product: "Steering wheel", state: "unpaid" },
      { product: "Oil filter", state: "paid" },
    ]);
    const admin = await signUpAdmin(shop);
    const page = await openAs(shop, admin, path, { timezoneId: "UTC" });
    await shown(page, "3 orders shown");
    await search(page).pressSequentially("steer", { delay: 300 });
    await shown(page, "2 orders shown");
    await page.getByRole("radio", { name: "Paid", exact: true }).check();
    await shown(page, "1 order shown");
    await page.getByLabel("Sort by").selectOption("Dearest first");
    await page.getByLabel("To", { exact: true }).fill("2026-11-20");
    await soon(() => new URL(page.url()).search).toBe(
      "?q=steer&state=paid&to=2026-11-20&sort=dearest",
    );

    const other = await openAs(shop, admin, page.url().slice(shop.url.length), {
      timezoneId: "UTC",
    });
    await shown(other, "1 order shown");
    expect(await products(other)).toEqual(["Steering rack"]);
    expect(await search(other).inputValue()).toBe("steer");
    expect(await other.getByRole("radio", { name: "Paid", exact: true }).isChecked()).toBe(true);
    expect(await other.getByLabel("Sort by").inputValue()).toBe("dearest");
    expect(await other.getByLabel("To", { exact: true }).inputValue()).toBe("2026-11-20");

    // Back undoes one thing at a time; a search is one thing, however slowly it was typed.
    for (const search of ["?q=steer&state=paid&sort=dearest", "?q=steer&state=paid", "?q=steer"]) {
      await page.goBack();
      await soon(() => new URL(page.url()).search).toBe(search);
    }
    await shown(page, "2 orders shown");
    await page.goBack();
    await shown(page, "3 orders shown");
    expect(await search(page).inputValue()).toBe("");
    await page.goForward();
    await shown(page, "2 orders shown");
    expect(await search(page).inputValue()).toBe("steer");
  });

  it("does not mind nonsense", async () => {
    const shop = await openShop();
    await stand(shop, [{}]);
    const nonsense = "?state=lost&sort=constructor&from=0002-01-01&to=2026-13-40&page=7";
    const page = await openAs(shop, await signUpAdmin(shop), path + nonsense);
    await shown(page, "1 order shown");
    expect(await page.getByLabel("Sort by").inputValue()).toBe("newest");
  });
});
