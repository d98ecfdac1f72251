// However often it is sent, an order is placed once.

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { freePort } from "#tests/free-port.ts";
import { errorToast, toast } from "#tests/open-page-as.ts";
import { openShop } from "#tests/open-shop.ts";
import {
  fillOrderForm,
  loseOrderResponse,
  openOrderForm,
  orderButton,
  orderFields,
  readOrderedQuantities,
  readOrderForm,
} from "#tests/order-form-page.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const lost = { expectedTroubles: /ERR_FAILED/ };
const unreachable = "The shop cannot be reached. Please check your connection and try again.";
const owed = (page: Page) => page.getByText("We do not know yet whether your last order");

it("pressed twice; and nothing of it stays in the browser after a sign-out", async () => {
  const { shop, page } = await openOrderForm(await emptyShop());
  await fillOrderForm(page);
  await orderButton(page).dblclick();
  await toast(page, "Order Success").waitFor();
  // Twice within the same moment of the page, too.
  await fillOrderForm(page, "8");
  await orderButton(page).evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 5; press++) button.click();
  });
  await page.getByText("Ordered: 8").waitFor();
  expect(await readOrderedQuantities(shop)).toEqual([7, 8]);
  await fillOrderForm(page, "9");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL(/\/login/);
  const kept = () =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  await expect.poll(kept).not.toContain("Mirpur");
});

it("sent again after it was lost on the way there, or its answer was, though the order was cancelled since", async () => {
  const { shop, page, vera } = await openOrderForm(await emptyShop(), {}, lost);
  await fillOrderForm(page);
  await page.route("**/api/orders", (route) => route.abort(), { times: 1 });
  await orderButton(page).click();
  await errorToast(page, unreachable).waitFor();
  expect(await readOrderedQuantities(shop)).toEqual([]);
  await orderButton(page).click();
  await page.getByText("Ordered: 7").waitFor();
  expect(await readOrderedQuantities(shop)).toEqual([7]);

  await fillOrderForm(page, "8");
  await loseOrderResponse(page);
  await orderButton(page).click();
  await owed(page).waitFor();
  await expect.poll(() => readOrderForm(page)).toEqual({ ...orderFields, Quantity: "8" });
  await orderButton(page).click();
  await page.getByText("Ordered: 8").waitFor();
  await owed(page).waitFor({ state: "detached" });
  expect(await readOrderedQuantities(shop)).toEqual([7, 8]);

  // A cancelled one is history: the same again is a new one.
  await fillOrderForm(page, "9");
  await loseOrderResponse(page);
  await orderButton(page).click();
  await owed(page).waitFor();
  const open = async () => (await vera.get(`/api/orders?email=${vera.email}`)).body as Order[];
  const [cancelled] = await open();
  expect((await vera.send("DELETE", `/api/orders/${cancelled?._id}`)).status).toBe(200);
  await orderButton(page).click();
  await page.getByText("Ordered: 9").waitFor();
  expect(await readOrderedQuantities(shop)).toEqual([7, 8, 9, 9]);
  const [again] = await open();
  expect(again).toMatchObject({ quantity: 9, state: "unpaid" });
  expect(again?._id).not.toBe(cancelled?._id);
});

it("sent again after a reload in the middle, though the stock is taken by then", async () => {
  // What is left after 7 allows no order at all.
  const { shop, page } = await openOrderForm(await emptyShop(), { availablQuantity: 8 }, lost);
  await fillOrderForm(page);
  let arrived = () => {};
  const wasPlaced = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await page.route("**/api/orders", async (route) => {
    await route.fetch();
    arrived();
  });
  await orderButton(page).click();
  await wasPlaced;
  // Let go only after the page is gone: what is held would go on, and be answered.
  await page.reload();
  await page.unroute("**/api/orders");
  await owed(page).waitFor();
  await page.getByText("This part cannot be ordered right now").waitFor();
  await expect.poll(() => readOrderForm(page)).toEqual(orderFields);
  await orderButton(page).click();
  await toast(page, "Order Success").waitFor();
  expect(await readOrderedQuantities(shop)).toEqual([7]);
});

it("is asked about once the shop is back, and not sent again by itself", async () => {
  const troubles = { expectedTroubles: /ERR_|Failed to load|api\/live/ };
  const port = `${await freePort()}`;
  const shop = await openShop({ env: { PORT: port } });
  const arrived = await openOrderForm(shop, {}, troubles);
  await fillOrderForm(arrived.page);
  await loseOrderResponse(arrived.page);
  await orderButton(arrived.page).click();
  await owed(arrived.page).waitFor();
  const lost = await openOrderForm(shop, {}, { ...troubles, ownPage: true });
  await fillOrderForm(lost.page, "8");
  await lost.page.route("**/api/orders", (route) => route.abort(), { times: 1 });
  await orderButton(lost.page).click();
  await owed(lost.page).waitFor();
  const asked = lost.page.waitForResponse(/api\/orders\?.*key=/);
  await shop.stop();
  const again = await openShop({ databaseUrl: shop.databaseUrl, env: { PORT: port } });
  await arrived.page.getByText("Ordered: 7 × Brake Disc for $318.50.").waitFor();
  await expect.poll(() => readOrderForm(arrived.page)).toMatchObject({ Quantity: "5" });
  expect(await (await asked).json()).toEqual([]);
  await owed(lost.page).waitFor();
  expect(await readOrderedQuantities(again)).toEqual([7]);
});

it("changed after its answer was lost: the first is told of, the second placed if it is wanted", async () => {
  const troubles = { expectedTroubles: /ERR_FAILED|409/ };
  const { shop, page } = await openOrderForm(await emptyShop(), {}, troubles);
  await fillOrderForm(page);
  await loseOrderResponse(page);
  await orderButton(page).click();
  await owed(page).waitFor();
  await page.getByLabel("Quantity").fill("9");
  await orderButton(page).click();
  await errorToast(
    page,
    "Your earlier order of 7 pieces had arrived and is placed. This one is not.",
  ).waitFor();
  await page.getByText("is placed: 7 × Brake Disc for $318.50.").waitFor();
  await expect.poll(() => readOrderForm(page)).toMatchObject({ Quantity: "9" });
  expect(await readOrderedQuantities(shop)).toEqual([7]);
  await orderButton(page).click();
  await page.getByText("Ordered: 9").waitFor();
  expect(await readOrderedQuantities(shop)).toEqual([7, 9]);
});

it("sent from two tabs at once, or one after the other", async () => {
  const { shop, page, part } = await openOrderForm(await emptyShop());
  const openTab = async () => {
    const tab = await page.context().newPage();
    await tab.goto(`${shop.url}/purchase/${part.id}`);
    await orderButton(tab).waitFor();
    return tab;
  };
  const tabs = [page, await openTab(), await openTab()];
  for (const tab of tabs) await fillOrderForm(tab);
  await Promise.all(tabs.slice(0, 2).map((tab) => orderButton(tab).click()));
  for (const tab of tabs.slice(0, 2)) await tab.getByText("Ordered: 7").waitFor();
  expect(await readOrderedQuantities(shop)).toEqual([7]);
  await orderButton(page).focus();
  const late = tabs[2] as Page;
  await orderButton(late).click();
  await late.getByText("Ordered: 7").waitFor();
  expect(await readOrderedQuantities(shop)).toEqual([7]);
  // What is filled in anew is wanted anew; and so is what differs.
  await fillOrderForm(page);
  await orderButton(page).click();
  await expect.poll(() => readOrderedQuantities(shop)).toEqual([7, 7]);
  await fillOrderForm(late, "8");
  await orderButton(late).click();
  await late.getByText("Ordered: 8").waitFor();
  expect(await readOrderedQuantities(shop)).toEqual([7, 7, 8]);
});
