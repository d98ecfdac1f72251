// Manage All Orders in columns to work with: found, looked at, shipped in bulk.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { payOrder, placeBasket, setUpDelivery } from "#tests/basket-order.ts";
import { addOrders } from "#tests/builders/order.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart } from "#tests/orders.ts";
import { pressButton } from "#tests/page-actions.ts";
import {
  orderAndPay,
  orderFirstPart,
  type PayingShop,
  sharePayingShop,
} from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

const share = sharePayingShop();
const path = "/dashboard/manageAllOrders";

async function open(query: string, paid: number, options: Parameters<typeof openPageAs>[3] = {}) {
  const shop: PayingShop = await share();
  const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
  const orders: Order[] = [];
  for (let at = 0; at < paid; at++) orders.push(await orderAndPay(shop, vera));
  const page = await openPageAs(shop, admin, `${path}${query}&q=${vera.email}`, options);
  await page.getByRole("table", { name: "Orders" }).waitFor();
  return { shop, vera, admin, orders, page };
}

const row = (page: Page, { number }: Order) =>
  page.getByRole("button", { name: `Look at order ${number}` });
const shelf = (page: Page, text: string | RegExp) => page.getByRole("status").getByText(text);
const toShip = async (admin: SignedIn, { email }: SignedIn) =>
  ((await admin.get(`/api/allOrders?state=to-ship&q=${email}`)).body as Order[]).length;

describe("the work list of orders", () => {
  it("ships what is selected once Undo has gone, and names what others changed meanwhile", async () => {
    const { vera, admin, orders, page } = await open("?view=to-ship", 3);
    const unpaid = await orderFirstPart(await share(), vera);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    await page.getByText("3 selected").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const papers = page.waitForEvent("download");
    await pressButton(page, "Slips and labels");
    expect((await papers).suggestedFilename()).toBe("slips-and-labels.pdf");
    await page.getByRole("row").nth(1).focus();
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: "Mark shipped" });
    await dialog.getByText("6 pieces of 3 orders").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Mark 3 shipped" }).click();
    await shelf(page, /3 orders will be shipped/).waitFor();
    await page.keyboard.press("z");
    await shelf(page, "Nothing was shipped.").waitFor();
    expect(await toShip(admin, vera)).toBe(3);

    await page.keyboard.press("a");
    await page.keyboard.press("s");
    await dialog.getByRole("button", { name: "Mark 3 shipped" }).click();
    await shelf(page, /3 orders will be shipped/).waitFor();
    const [, second] = orders as [Order, Order, Order];
    expect((await vera.send("DELETE", `/api/orders/${second._id}`)).status).toBe(200);
    // Leaving the list is as good as waiting.
    await page.getByRole("link", { name: "Work list" }).click();
    await shelf(
      page,
      `2 orders are shipped. Left out: order ${second.number}. This order was cancelled, so nothing of it can be shipped.`,
    ).waitFor();
    expect(await toShip(admin, vera)).toBe(0);
    await page.getByRole("checkbox", { name: `Select order ${unpaid.number}` }).check();
    await pressButton(page, "Mark 1 shipped…");
    await dialog.getByText("None of these can be shipped.").waitFor();
    await dialog.getByText(`Order ${unpaid.number}: This order is not paid yet`).waitFor();
  });

  it("keeps what the browser could not send when the page was left, and offers to go on", async () => {
    const { vera, admin, orders, page } = await open("?view=to-ship", 3);
    // As where more is on its way than a browser sends for a page that is gone.
    const full = async () =>
      page.evaluate(() => {
        navigator.sendBeacon = () => false;
      });
    const back = async () => {
      await page.goto("about:blank");
      await page.goto(`${(await share()).url}${path}?view=to-ship&q=${vera.email}`);
    };
    await full();
    await page.getByRole("checkbox", { name: "Select all shown" }).check();
    await pressButton(page, "Mark 3 shipped…");
    const dialog = page.getByRole("dialog", { name: "Mark shipped" });
    await dialog.getByRole("button", { name: "Mark 3 shipped" }).click();
    await shelf(page, /3 orders will be shipped/).waitFor();
    await back();
    await page.getByText(/You marked 3 orders shipped just before you left/).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    expect(await toShip(admin, vera)).toBe(3);
    const [first] = orders;
    if (!first) throw new Error("There are three orders");
    expect((await vera.send("DELETE", `/api/orders/${first._id}`)).status).toBe(200);
    await pressButton(page, "Ship 2 orders");
    await shelf(page, "2 orders are shipped.").waitFor();
    expect(await toShip(admin, vera)).toBe(0);
    expect(await page.getByText(/just before you left/).count()).toBe(0);
  });

  it("makes orders that are collected ready, and says which of several are", async () => {
    const shop = await share();
    const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
    const disc = await aStockedPart(shop, { name: "Disc" });
    const buy = async () => payOrder(shop, vera, await placeBasket(vera, [[disc, 2]]));
    await setUpDelivery(admin);
    await buy();
    await setUpDelivery(admin, { kind: "collection", zone: null, name: "Collect it" });
    const [first, second] = [await buy(), await buy()];
    const page = await openPageAs(shop, admin, `${path}?view=to-ship&q=${vera.email}`);
    const select = ({ number }: Order) =>
      page.getByRole("checkbox", { name: `Select order ${number}` }).check();
    await select(first);
    await pressButton(page, "Mark 1 shipped…");
    const dialog = page.getByRole("dialog", { name: "Mark shipped" });
    await dialog.getByRole("heading", { name: "Ready for collection" }).waitFor();
    await dialog
      .getByText("2 pieces of 1 order become ready for collection at the works")
      .waitFor();
    await dialog.getByRole("button", { name: "Mark 1 ready" }).click();
    await shelf(page, /1 order will be ready for collection/).waitFor();
    await page.keyboard.press("z");
    await shelf(page, "Nothing was made ready.").waitFor();
    await page.keyboard.press("a");
    await pressButton(page, "Mark 3 shipped…");
    await dialog.getByText("6 pieces of 3 orders: 1 order counted as shipped, 2 orders").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Mark 3 shipped or ready" }).click();
    await shelf(page, /3 orders will be shipped or ready for collection/).waitFor();
    await page.getByRole("link", { name: "Work list" }).click();
    await shelf(page, "1 order is shipped, 2 orders are ready for collection.").waitFor();
    expect((await vera.get(`/api/orders/${second._id}`)).body).toMatchObject({
      fulfilment: "shipped",
    });
  });

  it("filters in its address, shows an order beside it and opens it, and opens a shared view", async () => {
    const { vera, admin, orders, page } = await open("?view=work", 1);
    const [paid] = orders as [Order];
    const unpaid = await orderFirstPart(await share(), vera);
    await row(page, unpaid).waitFor();
    await pressButton(page, "Filter");
    await page.getByRole("combobox", { name: "Payment" }).selectOption({ label: "Paid" });
    await pressButton(page, "Done");
    await row(page, unpaid).waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).searchParams.get("payment")).toBe("paid");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const peek = page.getByRole("dialog", { name: `Order ${paid.number}` });
    await peek.getByText(vera.email).waitFor();
    await peek.getByRole("button", { name: "Mark shipped" }).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await peek.waitFor({ state: "detached" });
    await page.keyboard.press("o");
    await page.getByRole("heading", { name: "Payment history" }).waitFor();
    await page.getByRole("link", { name: "All orders", exact: true }).click();
    await row(page, paid).waitFor();
    await pressButton(page, "Payment: Paid, remove the filter");
    await row(page, unpaid).waitFor();
    await expect
      .poll(() => page.getByRole("link", { name: "CSV" }).getAttribute("href"))
      .toContain("state=all&q=");

    // A shared view with a column that is gone is opened without it, and says so.
    await page.setViewportSize({ width: 390, height: 844 });
    await admin.send("POST", "/api/saved-views", {
      list: "orders",
      name: "By colour",
      isShared: true,
      columns: ["Colour"],
      params: { view: "work", sort: "weight" },
    });
    await pressButton(page, "Views");
    await page.getByRole("button", { name: "By colour shared" }).click();
    await shelf(page, /saved with the column “Colour”, the order “weight”, which/).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?view=work");
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const { scrollWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(390);
  });

  it("prints slips and labels of all that is selected, in files of a hundred orders", async () => {
    const shop = await share();
    const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
    const each = { user: vera.user, email: vera.email, state: "paid" } as const;
    await addOrders(
      shop,
      Array.from({ length: 101 }, () => each),
    );
    const page = await openPageAs(shop, admin, `${path}?view=to-ship&q=${vera.email}`, {
      expectedTroubles: /ERR_FAILED/,
    });
    const files: string[] = [];
    page.on("download", (file) => files.push(file.suggestedFilename()));
    await page.getByRole("table", { name: "Orders" }).waitFor();
    await page.getByRole("checkbox", { name: "Select all shown" }).check();
    await pressButton(page, "Select all that match");
    await page.getByText("101 selected").waitFor();
    await pressButton(page, "Slips and labels");
    await shelf(
      page,
      "Slips and labels of 101 orders are in your downloads, in 2 files.",
    ).waitFor();
    expect(files).toEqual(["slips-and-labels-1-of-2.pdf", "slips-and-labels-2-of-2.pdf"]);
    await page.route("**/papers.pdf**", (route) => route.abort(), { times: 1 });
    await pressButton(page, "Slips and labels");
    await shelf(page, /cannot be reached.* Those of 101 orders are missing\.$/).waitFor();
  });
});
