// Orders on paper: from whom and when, black on white, with nothing to press.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { cards } from "#tests/open-card-provider.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { shareShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import {
  expectPaidMessage,
  openPaymentPage,
  payWithCard,
  sharePayableOrders,
} from "#tests/payment-page.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

const openPayableOrder = sharePayableOrders();

const sharedShop = shareShop();

const a4 = { width: 794, height: 1123 };

async function toPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const role of ["navigation", "contentinfo", "button", "searchbox", "group"] as const) {
    await expect.poll(() => page.getByRole(role).count(), { message: role }).toBe(0);
  }
  const today = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }).format();
  for (const text of [today, "Partwright"]) {
    const onPaper = page.getByText(text, { exact: true }).filter({ visible: true });
    await onPaper.first().waitFor();
  }
  const colours = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(
      document.querySelector("#app > div") as Element,
    );
    return [color, backgroundColor];
  });
  expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
}

it("My Order: what was ordered, for how much, and that it is not paid", async () => {
  const shop = await sharedShop();
  const vera = await signUp(shop);
  const part = await aStockedPart(shop, { name: "Camshaft", priceCents: 10_000 });
  const { number } = await placeOrder(vera, part);
  const page = await openPageAs(shop, vera, "/dashboard/myOrder", { viewport: a4 });
  await page.getByText("Camshaft").waitFor();
  await toPaper(page);
  await page.getByText(`Order ${number}`).waitFor();
  await page.getByText("$200.00").waitFor();
  await page.getByRole("table").getByText("Unpaid", { exact: true }).waitFor();
});

it("a payment: with its transaction", async () => {
  const paying = await openPayableOrder();
  const page = await openPaymentPage(paying);
  await payWithCard(page, cards.good);
  const id = await expectPaidMessage(page);
  await page.reload();
  await page.getByText(id).waitFor();
  await toPaper(page);
  await page.getByText("Your Transition id").waitFor();
  await page.getByText(id).waitFor();
});

it("an order in Manage All Orders: to whom it goes", async () => {
  const shop = await sharedShop();
  const order = await placeOrder(await signUp(shop), await aStockedPart(shop));
  const path = `/dashboard/manageAllOrders?order=${order._id}`;
  const page = await openPageAs(shop, await signUpAdmin(shop), path, { viewport: a4 });
  await page.getByText(order.address).first().waitFor();
  await toPaper(page);
  await page.getByText(order.address).first().waitFor();
});
