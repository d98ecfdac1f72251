// What the checkout says when it is left, opened twice, declined, or changed meanwhile.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Basket } from "#contract/baskets.ts";
import type { OrderPage } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import { setUpDelivery } from "#tests/basket-order.ts";
import { anAddress } from "#tests/builders/address.ts";
import { changePart } from "#tests/builders/part.ts";
import { aPriceList } from "#tests/builders/settings.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { cards } from "#tests/open-card-provider.ts";
import { blank, openPage } from "#tests/open-page.ts";
import { aStockedPart } from "#tests/orders.ts";
import { setCookies } from "#tests/page-actions.ts";
import { bankButtons, payWithCard, sharePayableOrders } from "#tests/payment-page.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";

const openPaying = sharePayableOrders();
const address = anAddress();
const placing = (page: Page) => page.getByRole("button", { name: /^Order with obligation to pay/ });

/** Someone with two parts in the basket who has answered everything before the payment. */
async function openReadyBuyer() {
  const { shop } = await openPaying();
  await setUpDelivery(await signUpAdmin(shop));
  const disc = await aStockedPart(shop, { name: "Disc", priceCents: 5_000 });
  const pads = await aStockedPart(shop, { name: "Pads", priceCents: 2_000 });
  const buyer = await signUp(shop);
  const lines = [disc, pads].map(({ id }) => ({ part: id, quantity: 2 }));
  await buyer.send("PUT", "/api/basket/lines", { lines });
  await buyer.send("PATCH", "/api/checkout", { address });
  const openTab = async (expectedTroubles?: RegExp) => {
    const page = await openPage(blank, { ...(expectedTroubles && { expectedTroubles }) });
    await setCookies(page, shop.url, buyer);
    await page.goto(`${shop.url}/checkout/payment`);
    await placing(page).waitFor();
    return page;
  };
  const orders = async () => (await buyer.get(`/api/orders?email=${buyer.email}`)).body as Order[];
  return { shop, disc, pads, buyer, openTab, orders };
}

it("a second tab learns that its basket was ordered, and orders nothing again", async () => {
  const { openTab, orders } = await openReadyBuyer();
  const [one, other] = [await openTab(), await openTab(/409/)];
  await placing(one).click();
  await one.getByRole("heading", { name: "Disc and 1 more" }).waitFor();
  await other.getByText("There is nothing to order").waitFor();
  await other.getByText(/^If you have just ordered it, perhaps in another tab/).waitFor();
  await expect.poll(() => placing(other).count()).toBe(0);
  expect(await orders()).toHaveLength(1);
});

it("a second tab shows at once what the first one changes, and orders that", async () => {
  const { shop, openTab, orders } = await openReadyBuyer();
  const review = await openTab();
  const basket = await review.context().newPage();
  await basket.goto(`${shop.url}/basket`);
  const quantity = basket.getByRole("textbox", { name: /^Quantity of/ }).first();
  await quantity.fill("3");
  await quantity.blur();
  await review.getByRole("button", { name: /obligation to pay · \$195\.90/ }).click();
  await review.getByRole("heading", { name: "Disc and 1 more" }).waitFor();
  expect(await orders()).toMatchObject([{ quantity: 5, totalPrice: 195.9 }]);
});

it("who goes back after ordering finds the order that waits, and can change it", async () => {
  const { shop, buyer, openTab } = await openReadyBuyer();
  const page = await openTab();
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(`${shop.url}/basket`);
  await page.getByRole("link", { name: "Checkout" }).click();
  await placing(page).click();
  await page.getByRole("heading", { name: "Disc and 1 more" }).waitFor();
  const waiting = page.getByText(/^Order \d+, \$145\.90, waits for payment until \d/);
  await page.goto(`${shop.url}/checkout/delivery`);
  await waiting.waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByText("Your basket is empty").waitFor();
  await waiting.waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  const pay = page.getByRole("link", { name: "Pay now" });
  expect(await pay.getAttribute("href")).toMatch(/^\/checkout\/payment\?order=/);
  await page.getByRole("button", { name: "Change it" }).click();
  await page
    .getByText(/^Order \d+ is cancelled, and its parts are in your basket again\.$/)
    .waitFor();
  await page.getByRole("link", { name: "Checkout" }).waitFor();
  expect(await waiting.count()).toBe(0);
  const all = await buyer.get(`/api/orders?email=${buyer.email}&state=all`);
  expect(all.body).toMatchObject([{ state: "cancelled" }]);
  expect((await buyer.get("/api/basket")).body).toMatchObject({ pieces: 4 });
});

it("a price that changes while the page is open is named before it is ordered, of a group too", async () => {
  const { shop, disc, buyer, openTab, orders } = await openReadyBuyer();
  const { lines } = (await buyer.get("/api/basket")).body as Basket;
  const number = lines.find(({ _id }) => _id === disc.id)?.number;
  const admin = await signUpAdmin(shop);
  const percents = [{ from: 1, percentBp: 2_000 }];
  await saveSettings(admin, {
    discounts: {
      groups: [{ id: "garages", name: "Garages" }],
      priceLists: [aPriceList({ group: "garages", percents })],
    },
  });
  const page = await openTab();
  const changed = page.getByRole("status").filter({ hasText: "went from" });
  await admin.send("PUT", `/api/user/${buyer.email}/price-group`, { group: "garages" });
  await changed
    .getByText(`${number} went from $50.00 to $40.00 since you opened this page.`)
    .waitFor();
  await changed.getByText("The total was $145.90, and is $117.90 now.").waitFor();
  await admin.send("PATCH", `/api/parts/${disc.id}`, { price: 60 });
  await changed.getByText(`${number} went from $50.00 to $48.00`).waitFor();
  const terms = { version: 0, text: "# Other terms" };
  expect((await admin.send("PUT", "/api/legal/terms", terms)).status).toBe(200);
  await page.getByText("There is a new version of Terms of sale since you opened").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: /obligation to pay · \$133\.90/ }).click();
  await page.getByRole("heading", { name: "Disc and 1 more" }).waitFor();
  expect(await orders()).toMatchObject([{ totalPrice: 133.9 }]);
});

it("a member of a company whose address is without it is offered to order for it", async () => {
  const { buyer, openTab, orders } = await openReadyBuyer();
  const company = { name: "Garage Lind", address: "Kaistr. 4\n24103 Kiel", country: "DE" };
  const added = await buyer.send("POST", "/api/own-company", { ...company, vatId: "DE123456789" });
  expect(added.status).toBe(200);
  const page = await openTab();
  const offer = page.getByRole("button", { name: "Add Garage Lind" });
  await offer.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Change Address" }).click();
  await offer.click();
  await expect.poll(() => page.getByLabel("Company (optional)").inputValue()).toBe("Garage Lind");
  await expect.poll(() => page.getByLabel("VAT number").inputValue()).toBe("DE123456789");
  await page.goBack();
  await placing(page).waitFor();
  await offer.click();
  await expect.poll(() => offer.count()).toBe(0);
  await page.getByText("Vera Lind\nGarage Lind").waitFor();
  await placing(page).click();
  await page.getByRole("heading", { name: "Disc and 1 more" }).waitFor();
  const [order] = await orders();
  const { shipTo } = (await buyer.get(`/api/orders/${order?.number}/page`)).body as OrderPage;
  expect(shipTo).toMatchObject({ company: "Garage Lind" });
  expect((await buyer.get("/api/checkout")).body).toMatchObject({ vatId: "DE123456789" });
});

it("who leaves before paying finds the order, and pays it once with another card than the declined one", async () => {
  const { shop, openTab, orders } = await openReadyBuyer();
  const page = await openTab(/40\d/);
  await placing(page).click();
  await page.getByRole("heading", { name: "Disc and 1 more" }).waitFor();
  await page.goto(`${shop.url}/dashboard/myOrder`);
  await page.getByRole("link", { name: /^Pay/ }).first().click();
  await payWithCard(page, cards.declined);
  await page.getByRole("form").getByText("Your card was declined.").waitFor();
  await payWithCard(page, cards.asksAlways);
  await bankButtons(page).filter({ hasText: "Complete" }).click();
  await page.getByRole("heading", { name: "Paid", exact: true }).waitFor();
  expect(await orders()).toMatchObject([{ state: "paid" }]);
});

it("a part that ends in the last step is named, and the others can still be ordered", async () => {
  const { shop, disc, openTab, orders } = await openReadyBuyer();
  const page = await openTab(/409/);
  await changePart(shop, { id: disc.id }, { life: "ended", stock: 0 });
  const leftOut = page
    .getByRole("listitem")
    .filter({ hasText: /^Left out: Disc\. Out of stock\./ });
  await leftOut.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await placing(page).click();
  await page.getByRole("heading", { name: "Pads", exact: true }).waitFor();
  const [order] = await orders();
  expect(order?.lines.filter(({ kind }) => kind === "part")).toMatchObject([{ name: "Pads" }]);
});
