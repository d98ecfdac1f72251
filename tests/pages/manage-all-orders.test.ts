// Manage All Orders: finding an order among all.

import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { orders } from "#server/modules/orders/tables.ts";
import { addOrders, noon } from "#tests/builders/order.ts";
import {
  hourMs,
  manyOrders,
  orderLinks,
  ordersPath,
  readProductNames,
  recordRequests,
  searchField,
  waitForPendingRequests,
  waitForStatus,
} from "#tests/manage-orders-page.ts";
import { blank, openPage } from "#tests/open-page.ts";
import { openPageAs, readFocusedName } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { setCookies } from "#tests/page-actions.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const shopInDhaka = shareEmptyShop({ TIME_ZONE: "Asia/Dhaka" });

describe("the list", () => {
  it("[§2.64 §2.65] has the columns of the specification, each order's data below them, and two buttons that do nothing and say so", async () => {
    const shop = await emptyShop();
    await addOrders(shop, [
      { product: "Steering rack", quantity: 1_200, cents: 102_345, state: "paid" },
      { at: noon - hourMs, product: "Oil filter", name: "Ada", phone: "" },
    ]);
    const page = await openPageAs(shop, await signUpAdmin(shop), ordersPath);
    await waitForStatus(page, "2 orders shown$");
    await expect
      .poll(() => page.getByRole("columnheader").allTextContents())
      .toEqual([
        "Product Name",
        "Name",
        "Email",
        "Number",
        "Quantity",
        "Total Price",
        "Payment",
        "Delete",
      ]);
    const cells = await page.getByRole("row").nth(1).getByRole("cell").allInnerTexts();
    expect(cells.map((cell) => cell.replaceAll(/\s+/g, " ").trim())).toEqual([
      expect.stringMatching(/^Steering rack \d+, Nov 20, 2026, /),
      "Vera Lind",
      "vera@example.com",
      "+880 1711 000000",
      "1,200",
      "$1,228,140.00 Paid",
      "Payment",
      "Delete",
    ]);
    await page
      .getByRole("row", { name: /Oil filter/ })
      .getByText("Unpaid")
      .waitFor();
    const reconciliation = page.getByRole("main").getByRole("link", { name: "Reconciliation" });
    await expect.poll(() => reconciliation.getAttribute("href")).toBe("/dashboard/ledger");

    const address = page.url();
    const asked = recordRequests(page, "/api/");
    for (const name of ["Payment", "Delete"]) {
      const button = page
        .getByRole("row", { name: /Oil filter/ })
        .getByRole("button", { name, exact: true });
      await button.click();
      await button.press("Enter");
      await expect
        .poll(() =>
          button.evaluate(
            (it) => document.getElementById(it.getAttribute("aria-describedby") ?? "")?.textContent,
          ),
        )
        .toBe("Payment and Delete have no function here; open an order to act on it.");
    }
    await waitForPendingRequests(page);
    // What is fetched ahead for links, or again after a change, has nothing to do with the buttons.
    const others = /live|session|basket$|overview\/waiting|api\/(parts|reviews|allOrders)\?/;
    expect(asked.filter((one) => !others.test(one))).toEqual([]);
    await expect.poll(() => page.url()).toBe(address);
    await expect.poll(() => page.getByRole("alertdialog").count()).toBe(0);
    expect(await shop.shop.db.$count(orders, eq(orders.state, "unpaid"))).toBe(1);
  });

  it("is fetched again by hand when it could not be had, and shows an order as soon as it is placed", async () => {
    const shop = await emptyShop();
    const part = await aStockedPart(shop);
    const vera = await signUp(shop);
    const page = await openPage(blank, { expectedTroubles: /FAILED/ });
    await setCookies(page, shop.url, await signUpAdmin(shop));
    await page.route("**/api/allOrders**", (route) => route.abort());
    await page.goto(shop.url + ordersPath);
    await page.getByRole("alert").getByText("The orders could not be fetched").waitFor();
    await page.unroute("**/api/allOrders**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No orders yet").waitFor();
    await placeOrder(vera, part);
    await orderLinks(page).first().waitFor();
    await waitForStatus(page, "1 order shown");
  });
});

describe("finding", () => {
  it("searches, filters by state and sorts, and says when nothing is found", async () => {
    const shop = await emptyShop();
    const states = ["unpaid", "paid", "cancelled", "refunding", "refunded"] as const;
    const prices = [300, 100, 500, 200, 400];
    await addOrders(
      shop,
      states.map((state, index) => ({
        product: state,
        state,
        at: noon - index * hourMs,
        cents: prices[index] ?? 0,
        ...(state === "paid" && { name: "Ada Wright" }),
      })),
    );
    const page = await openPageAs(shop, await signUpAdmin(shop), ordersPath);
    await waitForStatus(page, "5 orders shown");
    await expect.poll(() => page.getByRole("radio", { name: "All" }).isChecked()).toBe(true);
    await expect.poll(() => readProductNames(page)).toEqual(states);
    for (const [label, expected] of [
      ["Oldest first", states.toReversed()],
      ["Cheapest first", ["paid", "refunding", "unpaid", "refunded", "cancelled"]],
      ["Dearest first", ["cancelled", "refunded", "unpaid", "refunding", "paid"]],
      ["Newest first", states],
    ] as const) {
      await page.getByLabel("Sort by").selectOption(label);
      await expect.poll(() => readProductNames(page)).toEqual(expected);
    }
    for (const [name, found] of [
      ["Unpaid", ["unpaid"]],
      ["Paid", ["paid"]],
      ["Cancelled", ["cancelled", "refunding", "refunded"]],
    ] as const) {
      await page.getByRole("radio", { name, exact: true }).check();
      await expect.poll(() => readProductNames(page)).toEqual(found);
    }
    for (const badge of ["Cancelled", "Refund on its way", "Refunded"]) {
      await page.getByRole("table").getByText(badge, { exact: true }).waitFor();
    }
    await page.getByRole("radio", { name: "All" }).check();
    await waitForStatus(page, "5 orders shown");
    await searchField(page).fill("wright");
    await waitForStatus(page, "1 order shown");
    await expect.poll(() => readProductNames(page)).toEqual(["paid"]);
    await searchField(page).fill("100%");
    await page.getByText("No orders match").waitFor();
    await page.getByRole("link", { name: "Clear filters" }).last().click();
    await waitForStatus(page, "5 orders shown");
    await expect.poll(() => searchField(page).inputValue()).toBe("");
  });

  it("asks once for what is typed in one go, and never shows an older answer", async () => {
    const shop = await emptyShop();
    await addOrders(shop, [{ product: "Steering rack" }, { product: "Oil filter" }]);
    const page = await openPageAs(shop, await signUpAdmin(shop), ordersPath);
    await waitForStatus(page, "2 orders shown");
    const asked = recordRequests(page, "q=");
    await searchField(page).focus();
    await page.evaluate(() => {
      for (const letter of "steering") document.execCommand("insertText", false, letter);
    });
    await waitForStatus(page, "1 order shown");
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
    await searchField(page).fill("oil");
    await expect.poll(() => asked.some((one) => one.includes("q=oil"))).toBe(true);
    // Meanwhile the rows from before stand there, marked as old.
    await expect.poll(() => readProductNames(page)).toEqual(["Steering rack"]);
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(1);
    await searchField(page).fill("rack");
    await waitForStatus(page, "1 order shown");
    letGo();
    await waitForPendingRequests(page);
    await expect.poll(() => readProductNames(page)).toEqual(["Steering rack"]);
  });

  it("counts days as they are where the shop is, also typed in digit by digit", async () => {
    const shop = await shopInDhaka();
    // In Dhaka, six hours ahead, the 20th begins and ends at 18:00 of the days in London.
    const begin = Date.UTC(2026, 10, 19, 18);
    await addOrders(shop, [
      { product: "before", at: begin - 1 },
      { product: "first", at: begin },
      { product: "last", at: begin + 24 * hourMs - 1 },
      { product: "after", at: begin + 24 * hourMs },
    ]);
    const page = await openPageAs(shop, await signUpAdmin(shop), ordersPath);
    await waitForStatus(page, "4 orders shown");
    const [from, to] = [page.getByLabel("From"), page.getByLabel("To", { exact: true })];
    await from.click({ position: { x: 20, y: 20 } });
    await page.keyboard.type("11202026", { delay: 60 });
    await expect.poll(() => readProductNames(page)).toEqual(["after", "last", "first"]);
    await expect.poll(() => from.inputValue()).toBe("2026-11-20");
    await expect.poll(() => page.url()).toContain("from=2026-11-20");
    await to.fill("2026-11-20");
    await expect.poll(() => readProductNames(page)).toEqual(["last", "first"]);
    await from.fill("");
    await expect.poll(() => readProductNames(page)).toEqual(["last", "first", "before"]);
    await from.fill("2026-11-21");
    await page.getByText("No orders match").waitFor();
    await page.getByText("Lies before From").waitFor();
  });
});

/** What the count said each time when it got the focus. */
async function recordFocusedCounts(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const counts: string[] = [];
    document.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof HTMLParagraphElement)) return;
      counts.push(target.textContent);
      document.body.dataset.counts = JSON.stringify(counts);
    });
  });
  return () => page.evaluate(() => JSON.parse(document.body.dataset.counts ?? "[]"));
}

describe("pages", () => {
  it("lead there and back, also from an address that somebody else opens", async () => {
    const shop = await emptyShop();
    await addOrders(shop, manyOrders);
    const page = await openPageAs(shop, await signUpAdmin(shop), `${ordersPath}?sort=cheapest`);
    const next = page.getByRole("link", { name: "Next page" });
    const previous = page.getByRole("link", { name: "Previous page" });
    await waitForStatus(page, "50 orders shown, more");
    await expect.poll(() => previous.count()).toBe(0);
    const first = await readProductNames(page);
    const readFocusedCounts = await recordFocusedCounts(page);
    await next.click();
    await expect.poll(() => readProductNames(page)).not.toEqual(first);
    await expect.poll(() => readFocusedName(page)).toMatch(/^50 orders shown/);
    const second = await readProductNames(page);
    await next.click();
    await waitForStatus(page, "20 orders shown$");
    // Not the count of the page that was left.
    await expect
      .poll(readFocusedCounts)
      .toEqual(["50 orders shown, more on the next page", "20 orders shown"]);
    const third = await readProductNames(page);
    expect(new Set([...first, ...second, ...third]).size).toBe(120);
    await expect.poll(() => next.count()).toBe(0);
    const address = page.url();
    await page.goBack();
    await expect.poll(() => readProductNames(page)).toEqual(second);

    await page.goto(address);
    await waitForStatus(page, "20 orders shown");
    await expect.poll(() => readProductNames(page)).toEqual(third);
    await previous.click();
    await expect.poll(() => readProductNames(page)).toEqual(second);
    await previous.click();
    await expect.poll(() => readProductNames(page)).toEqual(first);
    expect(page.url()).not.toContain("after");
  });

  it("lead to the first one from one that is not there, and do not mind nonsense", async () => {
    const shop = await emptyShop();
    await addOrders(shop, [{}]);
    const nonsense = "?state=lost&sort=constructor&from=0002-01-01&to=2026-13-40&page=7";
    const path = `${ordersPath}${nonsense}&after=nothing`;
    const page = await openPageAs(shop, await signUpAdmin(shop), path, { expectedTroubles: /400/ });
    await page.getByRole("alert").getByText("The orders could not be fetched").waitFor();
    await page.getByRole("link", { name: "First page" }).click();
    await waitForStatus(page, "1 order shown");
    await expect.poll(() => page.getByLabel("Sort by").inputValue()).toBe("newest");
  });
});

describe("the address", () => {
  it("holds the whole view, for others and for Back", async () => {
    const shop = await emptyShop();
    await addOrders(shop, [
      { product: "Steering rack", state: "paid" },
      { product: "Steering wheel", state: "unpaid" },
      { product: "Oil filter", state: "paid" },
    ]);
    const page = await openPageAs(shop, await signUpAdmin(shop), ordersPath);
    const paid = page.getByRole("radio", { name: "Paid", exact: true });
    const [sort, to] = [page.getByLabel("Sort by"), page.getByLabel("To", { exact: true })];
    await waitForStatus(page, "3 orders shown");
    await searchField(page).pressSequentially("steer", { delay: 300 });
    await waitForStatus(page, "2 orders shown");
    await paid.check();
    await waitForStatus(page, "1 order shown");
    await sort.selectOption("Dearest first");
    await to.fill("2026-11-20");
    const whole = "?q=steer&state=paid&to=2026-11-20&sort=dearest";
    await expect.poll(() => new URL(page.url()).search).toBe(whole);

    // Back undoes one thing at a time; a search is one thing, however slowly it was typed.
    for (const search of ["?q=steer&state=paid&sort=dearest", "?q=steer&state=paid", "?q=steer"]) {
      await page.goBack();
      await expect.poll(() => new URL(page.url()).search).toBe(search);
    }
    await waitForStatus(page, "2 orders shown");
    await page.goBack();
    await waitForStatus(page, "3 orders shown");
    await expect.poll(() => searchField(page).inputValue()).toBe("");
    await page.goForward();
    await waitForStatus(page, "2 orders shown");
    await expect.poll(() => searchField(page).inputValue()).toBe("steer");

    await page.goto(`${shop.url}${ordersPath}${whole}`);
    await waitForStatus(page, "1 order shown");
    await expect.poll(() => readProductNames(page)).toEqual(["Steering rack"]);
    await expect.poll(() => searchField(page).inputValue()).toBe("steer");
    await expect.poll(() => paid.isChecked()).toBe(true);
    await expect.poll(() => sort.inputValue()).toBe("dearest");
    await expect.poll(() => to.inputValue()).toBe("2026-11-20");
  });
});
