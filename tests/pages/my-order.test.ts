// One's own orders: what is listed, paying for them, cancelling them, and who may not see them.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { addOrders, noon } from "#tests/builders/order.ts";
import { endSessions } from "#tests/builders/session.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { hourMs } from "#tests/manage-orders-page.ts";
import { errorToast, openPageAs, readFocusedName, toast } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder, readStock } from "#tests/orders.ts";
import { readAccessToken } from "#tests/page-actions.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  orderAndPay,
  orderFirstPart as orderAt,
  runDueJobs,
  sharePayingShop,
} from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shipPieces } from "#tests/returns.ts";

const sharedShop = sharePayingShop();

const path = "/dashboard/myOrder";
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const dialogOf = (page: Page) => page.getByRole("alertdialog", { name: "Are you sure?" });
const askToDelete = (page: Page, text: string) =>
  rowOf(page, text).getByRole("button", { name: "Delete" }).click();
const confirm = (page: Page) => dialogOf(page).getByRole("button", { name: "Delete" }).click();

/** Vera has ordered discs, then hoses. */
async function openShopOfVera() {
  const shop = await sharedShop();
  const vera = await signUp(shop);
  const discs = await aStockedPart(shop, { name: "Brake Disc" });
  const hoses = await aStockedPart(shop, { name: "Radiator Hose", priceCents: 1_999 });
  await placeOrder(vera, discs, { quantity: 30 });
  const order = await placeOrder(vera, hoses, { quantity: 7 });
  return { shop, vera, discs, hoses, order };
}

describe("one's own orders", () => {
  it("[§2.59] are listed newest first, and nobody else's", async () => {
    const { shop, vera, discs, order } = await openShopOfVera();
    await placeOrder(await signUp(shop, { name: "Omar" }), discs, { quantity: 9 });
    const page = await openPageAs(shop, vera, path);
    await rowOf(page, "Radiator Hose").waitFor();
    await expect
      .poll(() => page.getByRole("columnheader").allTextContents())
      .toEqual(["Product Name", "Email", "Number", "Quantity", "Total Price", "Payment", "Delete"]);
    const rows = await page.getByRole("row").all();
    const cells = await Promise.all(
      rows.slice(1).map((row) => row.getByRole("cell").allInnerTexts()),
    );
    const others = ["+46 8 123 45 67", "Payment", "Delete"];
    expect(cells.map((row) => row.filter((cell) => !others.includes(cell)))).toEqual([
      [expect.stringContaining("Radiator Hose"), vera.email, "7", "$139.93"],
      [expect.stringContaining("Brake Disc"), vera.email, "30", "$1,365.00"],
    ]);
    expect(cells.map((row) => row.filter((cell) => others.includes(cell)))).toEqual([
      others,
      others,
    ]);
    const payment = rowOf(page, "Radiator Hose").getByRole("link", { name: "Payment" });
    await expect.poll(() => payment.getAttribute("href")).toBe(`/dashboard/payment/${order._id}`);
  });

  it("come a page at a time, and can be asked for again where they could not be fetched", async () => {
    const shop = await sharedShop();
    const vera = await signUp(shop);
    const old = Array.from({ length: 60 }, (_, index) => ({
      user: vera.user,
      product: `Old Part ${index + 1}`,
      at: noon - index * hourMs,
    }));
    await addOrders(shop, [
      { user: vera.user, at: noon + 2 * hourMs },
      { user: vera.user, at: noon + hourMs },
      ...old,
    ]);
    const page = await openPageAs(shop, vera, "/dashboard", { expectedTroubles: /FAILED/ });
    await page.route("**/api/orders?*", (route) => route.abort());
    await page.getByRole("link", { name: "My Order" }).click();
    await page.getByRole("alert").getByText("Your orders could not be fetched").waitFor();
    await page.unroute("**/api/orders?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await rowOf(page, "Old Part 48").waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(51);
    await page.route("**/api/orders?*after=*", (route) => route.abort());
    await page.getByRole("button", { name: "Show more orders" }).click();
    await page.getByRole("alert").getByText("The shop cannot be reached").waitFor();
    await page.unroute("**/api/orders?*after=*");
    await page.getByRole("button", { name: "Show more orders" }).click();
    await rowOf(page, "Old Part 60").waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(63);
    await expect.poll(() => page.getByRole("button", { name: "Show more orders" }).count()).toBe(0);
  });

  it("[§4.11 §4.12] say so where there are none, and show what happens to them elsewhere", async () => {
    const shop = await sharedShop();
    const vera = await signUp(shop);
    const page = await openPageAs(shop, vera, path);
    await page.getByText("You have no orders yet").waitFor();
    const toProducts = page.getByRole("main").getByRole("link", { name: "See all products" });
    await expect.poll(() => toProducts.getAttribute("href")).toBe("/product");
    await orderAt(shop, vera, { quantity: 3 });
    const order = await orderAt(shop, vera, { quantity: 7 });
    const seven = page.getByRole("cell", { name: "7", exact: true });
    const rowOfSeven = page.getByRole("row").filter({ has: seven });
    await rowOfSeven.getByRole("link", { name: "Payment" }).waitFor();
    const secret = await createClientSecret(vera, order);
    await shop.cards.pay(secret);
    await confirmPayment(vera, order, intentIdOf(secret));
    await rowOfSeven.getByText("Paid", { exact: true }).waitFor();
    await expect.poll(() => rowOfSeven.getByRole("link", { name: "Payment" }).count()).toBe(0);
    await expect.poll(() => page.getByText("Paid", { exact: true }).count()).toBe(1);
  });
});

describe("deleting an order", () => {
  it("[§5.18 §8.9] cancels nothing unless it is confirmed, and then, by keyboard alone, gives its stock back", async () => {
    const { shop, vera, discs, order } = await openShopOfVera();
    const page = await openPageAs(shop, vera, path, { expectedTroubles: /409/ });
    for (const leave of ["Enter", "Escape"]) {
      await askToDelete(page, "Brake Disc");
      await dialogOf(page).getByText("It is not paid").waitFor();
      await expect.poll(() => readFocusedName(page)).toBe("Keep the order");
      await page.keyboard.press(leave);
      await dialogOf(page).waitFor({ state: "detached" });
      await expect
        .poll(() => readFocusedName(page))
        .toBe("Delete the order of Brake Disc, 30 pieces");
    }
    expect((await vera.get(`/api/orders?email=${vera.email}`)).body).toHaveLength(2);
    await page.keyboard.press("Enter");
    await dialogOf(page).waitFor();
    for (const key of ["Tab", "Enter"]) await page.keyboard.press(key);
    await toast(page, "Deleted Success").waitFor();
    await rowOf(page, "Brake Disc").waitFor({ state: "detached" });
    await expect.poll(() => readFocusedName(page)).toBe("My Order");
    const cancelled = page.getByRole("region", { name: "Cancelled orders" });
    await expect
      .poll(() => cancelled.getByRole("listitem").allInnerTexts())
      .toEqual([expect.stringMatching(/^30 × Brake Disc, \$1,365.00\s+Cancelled$/)]);
    expect(await readStock(shop, discs)).toBe(discs.availablQuantity);
    await expect.poll(() => rowOf(page, "Radiator Hose").count()).toBe(1);

    // Where it is refused, it says why not, and shows what is true now.
    await askToDelete(page, "Radiator Hose");
    await dialogOf(page).waitFor();
    expect((await vera.send("DELETE", `/api/orders/${order._id}`)).status).toBe(200);
    await confirm(page);
    await errorToast(page, "This order is cancelled already.").waitFor();
    await rowOf(page, "Radiator Hose").waitFor({ state: "detached" });
    await cancelled.getByText(/^7 × Radiator Hose/).waitFor();
    await page.getByText("You have no orders but cancelled ones").waitFor();
  });

  it("gives back the money of a paid one, says how far that is, and leads to a return once it is on its way", async () => {
    expectWarning(/card provider cannot be reached/);
    const shop = await sharedShop();
    const vera = await signUp(shop);
    const shipped = await orderAndPay(shop, vera);
    await shipPieces(await signUpAdmin(shop), shipped);
    const refusal =
      "This order is on its way, so it can no longer be cancelled. You can return it.";
    expect(await vera.send("DELETE", `/api/orders/${shipped._id}`)).toMatchObject({
      status: 409,
      body: { error: { code: "shipped", message: refusal } },
    });
    const { number, totalPrice } = await orderAndPay(shop, vera);
    const page = await openPageAs(shop, vera, path);
    await askToDelete(page, `${shipped.number}`);
    await errorToast(page, refusal).waitFor();
    shop.cards.faults({ failBefore: 50, path: "refunds" });
    await askToDelete(page, `${number}`);
    await dialogOf(page)
      .getByText(`The $${totalPrice.toFixed(2)} that you paid will be refunded`)
      .waitFor();
    await confirm(page);
    await toast(page, "Deleted Success").waitFor();
    const cancelled = page.getByRole("region", { name: "Cancelled orders" });
    await cancelled.getByText("Refund on its way").waitFor();
    shop.cards.faults({ clear: true });
    await runDueJobs(shop);
    await cancelled.getByText("Refunded", { exact: true }).waitFor();
    await rowOf(page, `${shipped.number}`).getByRole("link").first().click();
    await page.waitForURL(`${shop.url}/dashboard/order/${shipped.number}`);
    const back = page.getByRole("link", { name: "Return", exact: true });
    await expect.poll(() => back.getAttribute("href")).toBe(`/dashboard/return/${shipped._id}`);
    await expect.poll(() => page.getByRole("button", { name: /cancel/i }).count()).toBe(0);
  });
});

describe("who is refused their orders", () => {
  it("[§6.6] because the session is over: is signed out, goes home, and keeps no token", async () => {
    const { shop, vera, order } = await openShopOfVera();
    const page = await openPageAs(shop, vera, path, { expectedTroubles: /401/ });
    await rowOf(page, "Brake Disc").waitFor();
    await expect.poll(() => readAccessToken(page)).toBeTruthy();
    const addresses: string[] = [];
    page.on("framenavigated", (frame) => addresses.push(frame.url()));
    await endSessions(shop);
    // News of an order make the page ask, and then it hears.
    const admin = await signUpAdmin(shop);
    await admin.send("DELETE", `/api/orders/${order._id}`);
    await page.waitForURL(`${shop.url}/`);
    await expect.poll(() => readAccessToken(page)).toBeNull();
    expect(addresses).toEqual([`${shop.url}/`]);
    await page.getByRole("link", { name: "Login" }).waitFor();
  });

  for (const status of [401, 403]) {
    it(`[§6.6] with ${status} though the session lives: the same`, async () => {
      const { shop, vera } = await openShopOfVera();
      const page = await openPageAs(shop, vera, "/dashboard", { expectedTroubles: /40[13]/ });
      await expect.poll(() => readAccessToken(page)).toBeTruthy();
      const code = status === 401 ? "not-signed-in" : "not-allowed";
      await page.route("**/api/orders?*", (route) =>
        route.fulfill({ status, json: { error: { code, message: "No." } } }),
      );
      await page.getByRole("link", { name: "My Order" }).click();
      await page.waitForURL(`${shop.url}/`);
      await expect.poll(() => readAccessToken(page)).toBeNull();
      expect((await vera.get("/api/identity/session")).body).toEqual({ user: null });
    });
  }
});
