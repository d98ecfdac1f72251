// The receipt of an order, in every state after its payment.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  orderAndPay,
  orderFirstPart,
  runDueJobs,
  sharePayingShop,
} from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shipPieces } from "#tests/returns.ts";

const share = sharePayingShop();

const receipt = (page: Page) => page.getByRole("region", { name: "Receipt" });
const amounts = (page: Page) => receipt(page).locator("dd").allInnerTexts();

it("is there from the payment on, until all of it went back", async () => {
  const shop = await share();
  const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
  const order = await orderFirstPart(shop, vera);
  const page = await openPageAs(shop, vera, `/dashboard/order/${order.number}`);
  await page.getByText("This order is not paid yet").waitFor();
  await expect.poll(() => receipt(page).count()).toBe(0);
  const secret = await createClientSecret(vera, order);
  await shop.cards.pay(secret);
  expect((await confirmPayment(vera, order, intentIdOf(secret))).status).toBe(200);
  await receipt(page).getByText("Paid by card").waitFor();
  const total = `$${order.totalPrice.toFixed(2)}`;
  await expect.poll(() => amounts(page)).toEqual([total]);
  await receipt(page).getByRole("button", { name: "Print the receipt" }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await shipPieces(admin, order, [{ line: order.lines[0]?._id ?? "", quantity: 1 }]);
  await page.getByText("1 of 2 pieces is on its way").waitFor();
  await expect.poll(() => amounts(page)).toEqual([total]);
  const refund = { key: crypto.randomUUID(), reason: "goodwill", note: "", amount: 1 };
  await admin.send("POST", `/api/orders/${order._id}/refunds`, refund);
  await expect.poll(() => amounts(page)).toEqual([total, "–$1.00"]);

  const other = await orderAndPay(shop, vera);
  await page.goto(`${shop.url}/dashboard/order/${other.number}`);
  await receipt(page).getByText("Paid by card").waitFor();
  expect((await vera.send("DELETE", `/api/orders/${other._id}`)).status).toBe(200);
  await page.getByText("Your money was returned").waitFor();
  await receipt(page).getByText("Refunded to your card").waitFor();
  await expect.poll(() => amounts(page)).toEqual([total, `–${total}`]);
});

it("says what became of a payment that came after the order was cancelled", async () => {
  expectWarning(/The card provider cannot be reached/);
  const shop = await share();
  const vera = await signUp(shop);
  const order = await orderFirstPart(shop, vera);
  const secret = await createClientSecret(vera, order);
  shop.cards.faults({ down: true });
  expect((await vera.send("DELETE", `/api/orders/${order._id}`)).status).toBe(200);
  shop.cards.faults({ clear: true, webhooks: "hold" });
  const page = await openPageAs(shop, vera, `/dashboard/order/${order.number}`);
  await page.getByText("Nothing was paid for it.").waitFor();
  await shop.cards.pay(secret);
  expect((await confirmPayment(vera, order, intentIdOf(secret))).status).toBe(409);
  await runDueJobs(shop);
  await page.getByText("Your payment came after that, and went back to your card.").waitFor();
  const total = `$${order.totalPrice.toFixed(2)}`;
  await expect.poll(() => amounts(page)).toEqual([total, `–${total}`]);
});
