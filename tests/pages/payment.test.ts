// Paying an order by card: the page tells the truth, whatever the customer and their bank do.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { lapseReservations } from "#tests/builders/order.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { cards } from "#tests/open-card-provider.ts";
import { errorToast, openPageAs, readFocusedName, toast } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { holdRequests, setCookies } from "#tests/page-actions.ts";
import {
  bankButtons,
  cardField,
  chargesOf,
  countCharges,
  expectPaidMessage,
  expectPaidOnce,
  openPaymentPage,
  orderBrakeDiscs,
  payButton,
  payElsewhere,
  paymentUrl,
  payWithCard,
  refundsOf,
  sharePayableOrders,
  typeCard,
} from "#tests/payment-page.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

const openPayableOrder = sharePayableOrders();

/** What a browser writes into its console when the card provider says no. */
const refused = { expectedTroubles: /status of 40\d/ };

describe("paying", () => {
  it("[§2.51 §2.60 §2.61 §2.62 §2.63 §4.10 §8.11] takes the card once, however often Pay is pressed, says so, and says it again on a later visit", async () => {
    const paying = await openPayableOrder();
    const page = await openPaymentPage(paying);
    await page.getByText("Hello, Vera Lind").waitFor();
    await page.getByRole("heading", { name: "Brake Disc" }).waitFor();
    await page.getByText("Please Pay: $1,228.50", { exact: true }).waitFor();
    const letGo = await holdRequests(page, "**/confirm");
    let confirms = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/confirm")) confirms++;
    });
    await typeCard(page, cards.good);
    await payButton(page).dblclick();
    await expect.poll(() => page.getByRole("form").getAttribute("aria-busy")).toBe("true");
    await cardField(page).locator('[name="cardnumber"]:disabled').waitFor();
    await expect.poll(() => payButton(page).innerText()).toBe("Pay");
    await payButton(page).click();
    letGo();
    await toast(page, "Your Payment success").waitFor();
    const id = await expectPaidMessage(page);
    expect(confirms).toBe(1);
    await expect.poll(() => readFocusedName(page)).toBe("Paid");
    await expect.poll(() => page.getByText("Please Pay").count()).toBe(0);
    await expect.poll(() => payButton(page).count()).toBe(0);
    await expectPaidOnce(paying, id);
    const receipt = page.getByRole("link", { name: "See your order and its receipt" });
    expect(await receipt.getAttribute("href")).toBe(`/dashboard/order/${paying.order.number}`);
    expect(chargesOf(paying)[0]).toMatchObject({
      amount: 122_850,
      billing_details: { name: "Vera Lind", email: paying.vera.email },
    });

    await page.reload();
    expect(await expectPaidMessage(page)).toBe(id);
    await expect.poll(() => page.getByText("Your Payment success").count()).toBe(0);
  });

  it("charges nothing on a page that was left open until the reservation ended and the parts were sold", async () => {
    const opened = await openPayableOrder();
    const { shop, vera } = opened;
    const part = await aStockedPart(shop, { name: "Brake Disc", availablQuantity: 30 });
    const paying = { ...opened, order: await placeOrder(vera, part, { quantity: 20 }) };
    const page = await openPaymentPage(paying, refused);
    await typeCard(page, cards.good);
    await lapseReservations(shop.shop.db, paying.order);
    await placeOrder(await signUp(shop), part, { quantity: 20 });
    await page.clock.setFixedTime(Date.now() + 86_400_000);
    await payButton(page).click();
    await errorToast(page, "Only 10 of Brake Disc are left.").waitFor();
    expect(chargesOf(paying)).toEqual([]);
  });

  it("is done with the keyboard alone, or by Enter in the card field, each order for itself", async () => {
    const paying = await openPayableOrder();
    const page = await openPaymentPage(paying, { colorScheme: "light" });
    await expectColoursOfPage(page);
    await page.getByRole("link", { name: "Verify it now" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type(`${cards.good}1239123`);
    // Past the box that saves the card.
    for (let times = 0; times < 2; times++) await page.keyboard.press("Tab");
    await expect.poll(() => readFocusedName(page)).toBe("Pay");
    await page.keyboard.press("Enter");
    await expectPaidMessage(page);

    const next = { ...paying, order: await orderBrakeDiscs(paying.shop, paying.vera, 10) };
    await page.goto(paymentUrl(next.shop, next.order));
    await page.getByText("Please Pay: $455.00").waitFor();
    await typeCard(page, cards.mastercard);
    await cardField(page).locator('[name="cvc"]').press("Enter");
    await expectPaidOnce(next, await expectPaidMessage(page));
    expect(countCharges(paying)).toBe(1);
  });
});

describe("a card that is refused", () => {
  it("[§8.6] is told, before it is sent or in the provider's words, and another one may be tried", async () => {
    const paying = await openPayableOrder();
    const page = await openPaymentPage(paying, refused);
    const form = page.getByRole("form");
    await payButton(page).click();
    await errorToast(page, "Your card number is incomplete.").waitFor();
    await typeCard(page, "4242424242424241");
    await form.getByText("Your card number is invalid.").waitFor();
    await typeCard(page, cards.good, "12 / 20");
    await form.getByText("Your card's expiration year is in the past.").waitFor();
    await typeCard(page, cards.good, "12 / 39", "1");
    await payButton(page).click();
    await errorToast(page, "Your card's security code is incomplete.").waitFor();
    await typeCard(page, cards.good);
    await expect.poll(() => form.innerText()).not.toContain("incomplete");
    for (const [card, words] of [
      [cards.declined, "Your card was declined."],
      [cards.noFunds, "Your card has insufficient funds."],
    ] as const) {
      await payWithCard(page, card);
      await errorToast(page, words).waitFor();
      await form.getByText(words).waitFor();
      await expect.poll(() => form.getAttribute("aria-busy")).toBe("false");
    }
    expect(countCharges(paying)).toBe(0);
    await payWithCard(page, cards.good);
    await toast(page, "Your Payment success").waitFor();
    await expectPaidOnce(paying, await expectPaidMessage(page));
  });
});

describe("3-D Secure", () => {
  it("says that it failed, and lets people answer the bank's question again, also after leaving half-way", async () => {
    const paying = await openPayableOrder();
    const page = await openPaymentPage(paying);
    await payWithCard(page, cards.asksFirst);
    await bankButtons(page).filter({ hasText: "Fail" }).click();
    const words =
      "We are unable to authenticate your payment method. " +
      "Please choose a different payment method and try again.";
    await errorToast(page, words).waitFor();
    expect(countCharges(paying)).toBe(0);

    await payWithCard(page, cards.asksFirst);
    await bankButtons(page).first().waitFor();
    await page.reload();
    await payWithCard(page, cards.asksFirst);
    await bankButtons(page).filter({ hasText: "Complete" }).click();
    await toast(page, "Your Payment success").waitFor();
    await expectPaidOnce(paying, await expectPaidMessage(page));
  });
});

describe("what happens to the order meanwhile", () => {
  it("in two tabs it is paid once; the second says so too, and never that it failed", async () => {
    const paying = await openPayableOrder();
    const first = await openPaymentPage(paying, refused);
    const second = await first.context().newPage();
    await second.goto(paymentUrl(paying.shop, paying.order));
    // Both are under way before either is done.
    const [letFirst, letSecond] = [
      await holdRequests(first, "**/confirm"),
      await holdRequests(second, "**/confirm"),
    ];
    let confirms = 0;
    first.context().on("request", (request) => {
      if (request.url().endsWith("/confirm")) confirms++;
    });
    await typeCard(first, cards.good);
    await typeCard(second, cards.mastercard);
    await Promise.all([first, second].map((page) => payButton(page).dispatchEvent("click")));
    await expect.poll(() => confirms).toBe(2);
    letFirst();
    letSecond();
    const [id, same] = await Promise.all([expectPaidMessage(first), expectPaidMessage(second)]);
    expect(same).toBe(id);
    expect(confirms).toBe(2);
    await expectPaidOnce(paying, id);
    for (const page of [first, second]) {
      await toast(page, "Your Payment success").waitFor();
      await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    }
  });

  it("turns to paid, and to refunded after it was cancelled, in a page that only waits", async () => {
    expectWarning(/The card provider cannot be reached/);
    const paying = await openPayableOrder();
    const page = await openPaymentPage(paying);
    await cardField(page).locator('[name="cardnumber"]').waitFor();
    await payElsewhere(paying);
    const id = await expectPaidMessage(page);
    paying.provider.faults({ down: true, path: "/refunds" });
    await paying.vera.send("DELETE", `/api/orders/${paying.order._id}`);
    await page.getByRole("heading", { name: "Refund on its way" }).waitFor();
    await page.getByText("This order was cancelled; its payment is being refunded.").waitFor();
    await page.getByText(id).waitFor();
    paying.provider.faults({ clear: true });
    await page.getByRole("heading", { name: "Refunded" }).waitFor();
  });

  it("says so when it is deleted while the bank asks", async () => {
    const paying = await openPayableOrder();
    const page = await openPaymentPage(paying, refused);
    await payWithCard(page, cards.asksFirst);
    await bankButtons(page).first().waitFor();
    await paying.vera.send("DELETE", `/api/orders/${paying.order._id}`);
    await bankButtons(page).filter({ hasText: "Complete" }).click();
    await page.getByText("This order was cancelled, so it cannot be paid.").waitFor();
    await page.locator("iframe:visible:not([aria-hidden])").waitFor({ state: "detached" });
    expect(countCharges(paying)).toBe(0);
  });

  it("says that the money comes back when it was deleted before the payment came", async () => {
    expectWarning(/The card provider cannot be reached/);
    const paying = await openPayableOrder();
    paying.provider.faults({ down: true, path: "/cancel" });
    paying.provider.faults({ webhooks: "hold" });
    const page = await openPaymentPage(paying, refused);
    await payWithCard(page, cards.asksFirst);
    await bankButtons(page).first().waitFor();
    await paying.vera.send("DELETE", `/api/orders/${paying.order._id}`);
    await page.getByRole("heading", { name: "Cancelled" }).waitFor();
    await expect.poll(() => payButton(page).count()).toBe(0);
    await bankButtons(page).filter({ hasText: "Complete" }).click();
    await page.getByRole("main").getByText("refunded in full").waitFor();
    await expect.poll(() => refundsOf(paying).length).toBe(1);
  });
});

describe("what cannot be paid", () => {
  it("is no order of somebody else's, though an admin may see it, and none that is not there", async () => {
    const paying = await openPayableOrder();
    const { pathname } = new URL(paymentUrl(paying.shop, paying.order));
    const other = await signUp(paying.shop, { name: "Omar Haddad" });
    const page = await openPageAs(paying.shop, other, pathname, refused);
    await page.getByText("There is no such order").waitFor();
    await expect.poll(() => page.getByText("Brake Disc").count()).toBe(0);
    await page.goto(`${paying.shop.url}/dashboard/payment/nonsense`);
    await page.getByText("There is no such order").waitFor();
    await page.context().clearCookies();
    await setCookies(page, paying.shop.url, await signUpAdmin(paying.shop));
    await page.goto(paying.shop.url + pathname);
    await page.getByText("You cannot pay right now").waitFor();
    await expect.poll(() => payButton(page).count()).toBe(0);
  });
});

/** It is a frame of the provider, and follows when they change. */
async function expectColoursOfPage(page: Page): Promise<void> {
  const number = cardField(page).locator('[name="cardnumber"]');
  await number.waitFor();
  const brightness = () =>
    number.evaluate((input) => {
      const [red, green, blue] = getComputedStyle(input).color.match(/\d+/g) ?? [];
      return (Number(red) + Number(green) + Number(blue)) / 3;
    });
  await expect.poll(brightness).toBeLessThan(60);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(brightness).toBeGreaterThan(200);
}
