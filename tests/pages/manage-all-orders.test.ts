// Manage All Orders: finding an order among all.

import { eq } from "drizzle-orm";
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
import { openPageAs, readFocusedName } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

describe("the list", () => {
  it("[§2.64] has the columns of the specification, and each order's data below them", async () => {
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
  });

  it("[§2.65] has two buttons in each row that do nothing, and say so", async () => {
    const shop = await emptyShop();
    await addOrders(shop, [{}]);
    const page = await openPageAs(shop, await signUpAdmin(shop), ordersPath);
    await waitForStatus(page, "1 order shown");
    const address = page.url();
    const asked = recordRequests(page, "/api/");
    for (const name of ["Payment", "Delete"]) {
      const button = page.getByRole("row").getByRole("button", { name, exact: true });
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

  it("shows an order as soon as it is placed", async () => {
    const shop = await emptyShop();
    const part = await aStockedPart(shop);
    const vera = await signUp(shop);
    const page = await openPageAs(shop, await signUpAdmin(shop), ordersPath);
    await page.getByText("No orders yet").waitFor();
    await placeOrder(vera, part);
    await orderLinks(page).first().waitFor();
    await waitForStatus(page, "1 order shown");
  });

  it("is fetched again by hand when it could not be had", async () => {
    const shop = await emptyShop();
    await addOrders(shop, [{}]);
    const page = await openPageAs(shop, await signUpAdmin(shop), "/about", {
      expectedTroubles: /FAILED/,
    });
    await page.route("**/api/allOrders**", (route) => route.abort());
    await page.goto(shop.url + ordersPath);
    await page.getByRole("alert").getByText("The orders could not be fetched").waitFor();
    await page.unroute("**/api/allOrders**");
    await page.getByRole("button", { name: "Try again" }).click();
    await waitForStatus(page, "1 order shown");
  });
});

describe("finding", () => {
  it("finds by name, e-mail, product and order id, and says when nothing is found", async () => {
    const shop = await emptyShop();
    const [, adas] = await addOrders(shop, [
      { product: "Steering rack" },
      { product: "Oil filter", name: "Ada Wright", email: "ada@workshop.example" },
    ]);
    const page = await openPageAs(shop, await signUpAdmin(shop), ordersPath);
    await waitForStatus(page, "2 orders shown");
    for (const words of ["wright", "ada@workshop", "FILTER oil", adas ?? ""]) {
      await searchField(page).fill(words);
      await waitForStatus(page, "1 order shown");
      await expect.poll(() => readProductNames(page)).toEqual(["Oil filter"]);
      await searchField(page).fill("");
      await waitForStatus(page, "2 orders shown");
    }
    await searchField(page).fill("100%");
    await page.getByText("No orders match").waitFor();
    await page.getByRole("link", { name: "Clear filters" }).last().click();
    await waitForStatus(page, "2 orders shown");
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

  it("filters by state", async () => {
    const shop = await emptyShop();
    await addOrders(
      shop,
      (["unpaid", "paid", "cancelled", "refunding", "refunded"] as const).map((state, index) => ({
        product: state,
        state,
        at: noon - index * hourMs,
      })),
    );
    const page = await openPageAs(shop, await signUpAdmin(shop), ordersPath);
    await waitForStatus(page, "5 orders shown");
    await expect.poll(() => page.getByRole("radio", { name: "All" }).isChecked()).toBe(true);
    await expect
      .poll(() => readProductNames(page))
      .toEqual(["unpaid", "paid", "cancelled", "refunding", "refunded"]);
    for (const [name, found] of [
      ["Unpaid", ["unpaid"]],
      ["Cancelled", ["cancelled", "refunding", "refunded"]],
      ["Paid", ["paid"]],
    ] as const) {
      await page.getByRole("radio", { name, exact: true }).check();
      await expect.poll(() => readProductNames(page)).toEqual(found);
    }
    await page.getByRole("radio", { name: "Cancelled" }).check();
    for (const badge of ["Cancelled", "Refund on its way", "Refunded"]) {
      await page.getByRole("table").getByText(badge, { exact: true }).waitFor();
    }
  });

  it("counts days as they are where the admin is", async () => {
    const shop = await emptyShop();
    // In Dhaka, six hours ahead, the 20th begins and ends at 18:00 of the days in London.
    const begin = Date.UTC(2026, 10, 19, 18);
    await addOrders(shop, [
      { product: "before", at: begin - 1 },
      { product: "first", at: begin },
      { product: "last", at: begin + 24 * hourMs - 1 },
      { product: "after", at: begin + 24 * hourMs },
    ]);
    const page = await openPageAs(shop, await signUpAdmin(shop), ordersPath, {
      timezoneId: "Asia/Dhaka",
    });
    await waitForStatus(page, "4 orders shown");
    await page.getByLabel("From").fill("2026-11-20");
    await expect.poll(() => readProductNames(page)).toEqual(["after", "last", "first"]);
    await page.getByLabel("To", { exact: true }).fill("2026-11-20");
    await expect.poll(() => readProductNames(page)).toEqual(["last", "first"]);
    await page.getByLabel("From").fill("");
    await expect.poll(() => readProductNames(page)).toEqual(["last", "first", "before"]);
    await page.getByLabel("From").fill("2026-11-21");
    await page.getByText("No orders match").waitFor();
    await page.getByText("Lies before From").waitFor();
  });

  it("takes days that are typed in, digit by digit", async () => {
    const shop = await emptyShop();
    await addOrders(shop, [{ product: "old", at: noon - 48 * hourMs }, { product: "new" }]);
    const page = await openPageAs(shop, await signUpAdmin(shop), ordersPath, { timezoneId: "UTC" });
    await waitForStatus(page, "2 orders shown");
    await page.getByLabel("From").click({ position: { x: 20, y: 20 } });
    await page.keyboard.type("11202026", { delay: 60 });
    await expect.poll(() => readProductNames(page)).toEqual(["new"]);
    await expect.poll(() => page.getByLabel("From").inputValue()).toBe("2026-11-20");
    await expect.poll(() => page.url()).toContain("from=2026-11-20");
  });

  it("sorts", async () => {
    const shop = await emptyShop();
    await addOrders(shop, [
      { product: "middle", at: noon - 2 * hourMs, cents: 200 },
      { product: "cheap", at: noon - hourMs, cents: 100 },
      { product: "dear", at: noon - 3 * hourMs, cents: 300 },
    ]);
    const page = await openPageAs(shop, await signUpAdmin(shop), ordersPath);
    await expect.poll(() => readProductNames(page)).toEqual(["cheap", "middle", "dear"]);
    for (const [label, expected] of [
      ["Oldest first", ["dear", "middle", "cheap"]],
      ["Dearest first", ["dear", "middle", "cheap"]],
      ["Cheapest first", ["cheap", "middle", "dear"]],
      ["Newest first", ["cheap", "middle", "dear"]],
    ] as const) {
      await page.getByLabel("Sort by").selectOption(label);
      await waitForStatus(page, "3 orders shown");
      await expect.poll(() => readProductNames(page)).toEqual(expected);
    }
  });
});

describe("pages", () => {
  it.each(["newest", "cheapest"])("walks there and back, %s first", async (sort) => {
    const shop = await emptyShop();
    await addOrders(shop, manyOrders);
    const admin = await signUpAdmin(shop);
    const page = await openPageAs(shop, admin, `${ordersPath}?sort=${sort}`);
    const next = page.getByRole("link", { name: "Next page" });
    const previous = page.getByRole("link", { name: "Previous page" });
    await waitForStatus(page, "50 orders shown, more");
    await expect.poll(() => previous.count()).toBe(0);
    const first = await readProductNames(page);
    await next.click();
    await expect.poll(() => readProductNames(page)).not.toEqual(first);
    await expect.poll(() => readFocusedName(page)).toMatch(/^50 orders shown/);
    const second = await readProductNames(page);
    await next.click();
    await waitForStatus(page, "20 orders shown$");
    const third = await readProductNames(page);
    expect(new Set([...first, ...second, ...third]).size).toBe(120);
    await expect.poll(() => next.count()).toBe(0);

    // Somebody else opens the address, and goes back from there.
    const other = await openPageAs(shop, admin, page.url().slice(shop.url.length));
    await waitForStatus(other, "20 orders shown");
    await expect.poll(() => readProductNames(other)).toEqual(third);
    await other.getByRole("link", { name: "Previous page" }).click();
    await expect.poll(() => readProductNames(other)).toEqual(second);
    await other.getByRole("link", { name: "Previous page" }).click();
    await expect.poll(() => readProductNames(other)).toEqual(first);
    expect(other.url()).not.toContain("after");

    await page.goBack();
    await expect.poll(() => readProductNames(page)).toEqual(second);
  });

  it("leads to the first page from one that is not there", async () => {
    const shop = await emptyShop();
    await addOrders(shop, [{}]);
    const page = await openPageAs(shop, await signUpAdmin(shop), `${ordersPath}?after=nothing`, {
      expectedTroubles: /400/,
    });
    await page.getByRole("alert").getByText("The orders could not be fetched").waitFor();
    await page.getByRole("link", { name: "First page" }).click();
    await waitForStatus(page, "1 order shown");
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
    const admin = await signUpAdmin(shop);
    const page = await openPageAs(shop, admin, ordersPath, { timezoneId: "UTC" });
    await waitForStatus(page, "3 orders shown");
    await searchField(page).pressSequentially("steer", { delay: 300 });
    await waitForStatus(page, "2 orders shown");
    await page.getByRole("radio", { name: "Paid", exact: true }).check();
    await waitForStatus(page, "1 order shown");
    await page.getByLabel("Sort by").selectOption("Dearest first");
    await page.getByLabel("To", { exact: true }).fill("2026-11-20");
    await expect
      .poll(() => new URL(page.url()).search)
      .toBe("?q=steer&state=paid&to=2026-11-20&sort=dearest");

    const other = await openPageAs(shop, admin, page.url().slice(shop.url.length), {
      timezoneId: "UTC",
    });
    await waitForStatus(other, "1 order shown");
    await expect.poll(() => readProductNames(other)).toEqual(["Steering rack"]);
    await expect.poll(() => searchField(other).inputValue()).toBe("steer");
    await expect
      .poll(() => other.getByRole("radio", { name: "Paid", exact: true }).isChecked())
      .toBe(true);
    await expect.poll(() => other.getByLabel("Sort by").inputValue()).toBe("dearest");
    await expect
      .poll(() => other.getByLabel("To", { exact: true }).inputValue())
      .toBe("2026-11-20");

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
  });

  it("does not mind nonsense", async () => {
    const shop = await emptyShop();
    await addOrders(shop, [{}]);
    const nonsense = "?state=lost&sort=constructor&from=0002-01-01&to=2026-13-40&page=7";
    const page = await openPageAs(shop, await signUpAdmin(shop), ordersPath + nonsense);
    await waitForStatus(page, "1 order shown");
    await expect.poll(() => page.getByLabel("Sort by").inputValue()).toBe("newest");
  });
});
