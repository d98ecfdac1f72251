// Manage All Orders: finding an order among all, and acting on it.
import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFaults } from "#tests/accessibility.ts";
import { errorToast, focused, openAs, toast } from "#tests/open-as.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder, stockOf } from "#tests/orders.ts";
import { catchUp, openPayingShop, orderAndPay } from "#tests/paying.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { expectComplaint } from "#tests/silence.ts";

const path = "/dashboard/manageAllOrders";
const noon = Date.UTC(2026, 10, 20, 12);
const hour = 3_600_000;

type Ordered = {
  at?: number;
  name?: string;
  email?: string;
  phone?: string;
  product?: string;
  quantity?: number;
  cents?: number;
  state?: "unpaid" | "paid" | "cancelled" | "refunding" | "refunded";
};

/** Orders as they stand in the table, as quick as may be; the ids, in the order that was given. */
async function stand({ shop }: OpenShop, orders: Ordered[]): Promise<string[]> {
  const rows = orders.map(({ at = noon, quantity = 2, cents = 4_550, ...order }) => {
    const state = order.state ?? "unpaid";
    const wasPaid = state !== "unpaid" && state !== "cancelled";
    return {
      id: idAt(at),
      part_id: crypto.randomUUID(),
      request_key: crypto.randomUUID(),
      request_hash: Buffer.alloc(32),
      name: order.name ?? "Vera Lind",
      email: order.email ?? "vera@example.com",
      phone: order.phone ?? "+880 1711 000000",
      address: "12 Mirpur Road, Dhaka",
      product_name: order.product ?? "Steering rack",
      quantity,
      price_cents: cents,
      total_cents: cents * quantity,
      state,
      transaction_id: wasPaid ? `pi_${crypto.randomUUID()}` : null,
      created_at: new Date(at).toISOString(),
    };
  });
  await shop.sql`insert into orders ${shop.sql(rows)}`;
  return rows.map(({ id }) => id);
}

function idAt(time: number): string {
  const hex = time.toString(16).padStart(12, "0") + randomBytes(10).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const shown = (page: Page, text: string) =>
  page
    .getByRole("status")
    .filter({ hasText: new RegExp(`^${text}`) })
    .waitFor();
const search = (page: Page) => page.getByLabel("Search by name, e-mail, product or order id");
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 5_000 });
const links = (page: Page) => page.getByRole("table").getByRole("link");
const products = (page: Page) => links(page).allTextContents();
const calls = (page: Page, part: string) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(part)) asked.push(decodeURIComponent(request.url()));
  });
  return asked;
};

/** What was asked for before a call that has come back was on its way by then. */
const everythingAskedWasAnswered = (page: Page) =>
  page.evaluate(async () => {
    await (await fetch("/api/identity/session")).json();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

const hundredAndTwenty: Ordered[] = Array.from({ length: 120 }, (_, index) => ({
  at: noon + index * hour,
  product: `Part ${index}`,
  // Several of each, so that only the id tells which comes first.
  cents: 1_000 + (index % 7) * 100,
}));

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
    expect(asked.filter((one) => !/live|session/.test(one))).toEqual([]);
    expect(page.url()).toBe(address);
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    expect(await shop.shop.sql`select from orders where state = 'unpaid'`).toHaveLength(1);
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
    await search(page).pressSequentially("steering", { delay: 20 });
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

describe("one order", () => {
  it("opens with all that is known of it, and Back leads to where one was", async () => {
    const shop = await openPayingShop();
    const vera = await signUp(shop);
    const paid = await orderAndPay(shop, vera);
    await stand(shop, [{ product: "Another" }]);
    const page = await openAs(shop, await signUpAdmin(shop), `${path}?state=paid`);
    await shown(page, "1 order shown");
    const link = page.getByRole("link", { name: `${paid.productName}, ordered by Vera Lind` });
    await link.click();
    await page.waitForURL(`${shop.url}${path}?state=paid&order=${paid._id}`);
    await soon(() => focused(page)).toBe(paid.productName);
    const line = async (name: string) =>
      page.getByRole("term").filter({ hasText: name }).locator("+ dd").textContent();
    for (const [name, value] of [
      ["Order id", paid._id],
      ["Part id", paid.part],
      ["Email", vera.email],
      ["Number", "+880 1711 000000"],
      ["Address", "12 Mirpur Road, Dhaka"],
      ["Quantity", "2"],
      ["Transaction id", paid.transactionId ?? ""],
    ] as const) {
      expect([name, await line(name)]).toEqual([name, value]);
    }
    const history = page.getByRole("list", { name: "Payment history" });
    await history.getByText("Paid").waitFor();
    expect(
      await history.getByRole("listitem").locator("p:first-of-type").allTextContents(),
    ).toEqual(
      ["Ordered", "Payment begun", "Paid"].map((what) => `${what}$${paid.totalPrice.toFixed(2)}`),
    );
    await history
      .getByText(paid.transactionId ?? "")
      .first()
      .waitFor();

    await page.goBack();
    await link.waitFor();
    await soon(() => focused(page)).toBe(`${paid.productName}, ordered by Vera Lind`);
    await page.goForward();
    await page.getByRole("link", { name: "All orders", exact: true }).click();
    await page.waitForURL(`${shop.url}${path}?state=paid`);
    await soon(() => focused(page)).toBe(`${paid.productName}, ordered by Vera Lind`);
  });

  it("says when there is no such order", async () => {
    const shop = await openShop();
    const page = await openAs(shop, await signUpAdmin(shop), `${path}?order=${idAt(noon)}`, {
      expectedTroubles: /404/,
    });
    await page.getByRole("alert").getByText("This order could not be fetched").waitFor();
    await page.getByRole("link", { name: "All orders", exact: true }).click();
    await page.getByText("No orders yet").waitFor();
  });

  it("is cancelled while it is unpaid, if that is confirmed", async () => {
    const shop = await openShop();
    const part = await aStockedPart(shop, { availablQuantity: 100 });
    const { _id } = await placeOrder(await signUp(shop), part, { quantity: 7 });
    const page = await openAs(shop, await signUpAdmin(shop), `${path}?order=${_id}`);
    const cancel = page.getByRole("button", { name: "Cancel order" });
    const dialog = page.getByRole("alertdialog", { name: "Are you sure?" });
    await cancel.click();
    await dialog.getByText("no money moves").waitFor();
    expect(await focused(page)).toBe("Keep it");
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await stockOf(shop, part)).toBe(93);

    await cancel.click();
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await toast(page, "Deleted Success").waitFor();
    await page.getByRole("article").getByText("Cancelled", { exact: true }).first().waitFor();
    await cancel.waitFor({ state: "detached" });
    await soon(() => focused(page)).toBe(part.name);
    expect(await stockOf(shop, part)).toBe(100);
    const history = page.getByRole("list", { name: "Payment history" });
    await history.getByText("Cancelled").waitFor();
    await history.getByText(/By an admin/).waitFor();

    await page.getByRole("link", { name: "All orders", exact: true }).click();
    await shown(page, "1 order shown");
    await page.getByRole("table").getByText("Cancelled", { exact: true }).waitFor();
  });

  it("is refunded when it was paid, and shows that the refund is on its way", async () => {
    const shop = await openPayingShop();
    const paid = await orderAndPay(shop, await signUp(shop));
    const total = `$${paid.totalPrice.toFixed(2)}`;
    const page = await openAs(shop, await signUpAdmin(shop), `${path}?order=${paid._id}`);
    expectComplaint(/card provider cannot be reached/);
    shop.cards.faults({ down: true });
    await page.getByRole("button", { name: `Cancel and refund ${total}` }).click();
    const dialog = page.getByRole("alertdialog", { name: "Are you sure?" });
    await dialog.getByText(`${total} go back to the card`).waitFor();
    await dialog.getByRole("button", { name: `Cancel and refund ${total}` }).click();
    await toast(page, "Deleted Success").waitFor();
    const order = page.getByRole("article");
    await order.getByText("Refund on its way", { exact: true }).waitFor();
    await order.getByRole("listitem").getByText("Refund asked for").waitFor();
    expect(await order.getByRole("button", { name: /Cancel/ }).count()).toBe(0);

    shop.cards.faults({ down: false });
    await catchUp(shop);
    // Nobody asks: the page hears of it.
    await order.getByText("and the money given back").waitFor({ timeout: 3_000 });
    await order.getByRole("listitem").getByText("Refunded").waitFor();
  });

  it("shows why it cannot be cancelled", async () => {
    const shop = await openShop();
    const part = await aStockedPart(shop);
    const { _id } = await placeOrder(await signUp(shop), part);
    const page = await openAs(shop, await signUpAdmin(shop), `${path}?order=${_id}`, {
      expectedTroubles: /409/,
    });
    await page.getByRole("button", { name: "Cancel order" }).click();
    // Somebody else was quicker, and the page has not heard of it.
    await shop.shop.sql`update orders set state = 'cancelled' where id = ${_id}`;
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }).click();
    await errorToast(page, "This order is cancelled already.").waitFor();
    await page.getByRole("article").getByText("Cancelled", { exact: true }).first().waitFor();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
  });
});

describe("without a mouse", () => {
  it("searches, opens, cancels and comes back", async () => {
    const shop = await openShop();
    const part = await aStockedPart(shop);
    const vera = await signUp(shop);
    await placeOrder(vera, part);
    await stand(shop, [{ product: "Another", at: noon - hour }]);
    const page = await openAs(shop, await signUpAdmin(shop), path);
    await shown(page, "2 orders shown");
    const { keyboard } = page;
    const tabTo = async (name: string | RegExp) => {
      for (let steps = 0; steps < 40; steps++) {
        await keyboard.press("Tab");
        if (((await focused(page)) ?? "").match(name)) return;
      }
      throw new Error(`Tab does not lead to ${name}`);
    };
    await search(page).focus();
    await keyboard.type(vera.email);
    await shown(page, "1 order shown");
    await tabTo(/ordered by/);
    await keyboard.press("Enter");
    await soon(() => focused(page)).toBe(part.name);
    await tabTo(/^Cancel order$/);
    await keyboard.press("Enter");
    await page.getByRole("alertdialog").waitFor();
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await toast(page, "Deleted Success").waitFor();
    await soon(() => focused(page)).toBe(part.name);
    await keyboard.press("Shift+Tab");
    expect(await focused(page)).toBe("All orders");
    await keyboard.press("Enter");
    await page.getByRole("table").getByText("Cancelled", { exact: true }).waitFor();
    expect(await search(page).inputValue()).toBe(vera.email);
  });
});

describe("the layout", () => {
  it.each([
    ...([320, 1024] as const).map((width) => ["light", width] as const),
    ...([390] as const).map((width) => ["dark", width] as const),
  ])("is %s, fits %d pixels, and axe finds nothing", async (colorScheme, width) => {
    const shop = await openShop();
    const ids = await stand(shop, [
      {
        name: "W".repeat(200),
        email: `${"long".repeat(16)}@${"example.".repeat(20)}com`,
        phone: "9".repeat(100),
        product: "Turbocharger".repeat(16),
        quantity: 1_000,
        cents: 999_999,
      },
      { state: "refunding" },
      { state: "refunded" },
      { state: "paid" },
      { state: "cancelled" },
    ]);
    const viewport = { width, height: 900 };
    const page = await openAs(shop, await signUpAdmin(shop), path, { colorScheme, viewport });
    const looks = async (name: string) => {
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([name, wider, await accessibilityFaults(page)]).toEqual([name, 0, []]);
    };
    await shown(page, "5 orders shown");
    await looks("list");
    await page.goto(`${shop.url}${path}?q=nothing`);
    await page.getByText("No orders match").waitFor();
    await looks("empty");
    await page.goto(`${shop.url}${path}?order=${ids[0]}`);
    await page.getByRole("list", { name: "Payment history" }).waitFor();
    await looks("order");
    await page.getByRole("button", { name: "Cancel order" }).click();
    await page.getByRole("alertdialog").waitFor();
    await looks("dialog");
  });
});
