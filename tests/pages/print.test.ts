// Orders on paper: from whom and when, black on white, with nothing to press.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { orderAndPay, sharePayingShop } from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

const sharedShop = sharePayingShop();

const a4 = { width: 794, height: 1123 };

async function toPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const role of ["navigation", "contentinfo", "button", "searchbox", "group"] as const) {
    await expect.poll(() => page.getByRole(role).count(), { message: role }).toBe(0);
  }
  const today = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format();
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
  const shop = await sharedShop();
  const vera = await signUp(shop);
  const { _id, transactionId = "" } = await orderAndPay(shop, vera);
  const page = await openPageAs(shop, vera, `/dashboard/payment/${_id}`);
  await page.getByText(transactionId).waitFor();
  await toPaper(page);
  await page.getByText("Your Transition id").waitFor();
  await page.getByText(transactionId).waitFor();
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
