// Manage All Orders: acting on one of them, for everybody and on every screen.

import { describe, expect, it } from "vitest";
import { addOrders, moveOrder, noon, orderIdAt } from "#tests/builders/order.ts";
import { listRefunds } from "#tests/builders/payment.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { ordersPath, searchField, waitForStatus } from "#tests/manage-orders-page.ts";
import { cards } from "#tests/open-card-provider.ts";
import { errorToast, openPageAs, readFocusedName, toast } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder, readStock } from "#tests/orders.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  orderAndPay,
  orderFirstPart,
  readOrderRecords,
  runDueJobs,
  sharePayingShop,
} from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

const open = sharePayingShop();

describe("one order", () => {
  it("opens with all that is known of it, and Back leads to where one was", async () => {
    const shop = await open();
    const vera = await signUp(shop);
    const paid = await orderAndPay(shop, vera);
    await addOrders(shop, [{ product: "Another", email: vera.email }]);
    const filtered = `${shop.url}${ordersPath}?q=${encodeURIComponent(vera.email)}&state=paid`;
    const page = await openPageAs(shop, await signUpAdmin(shop), filtered.slice(shop.url.length));
    await waitForStatus(page, "1 order shown");
    const link = page.getByRole("link", { name: `${paid.productName}, ordered by Vera Lind` });
    await link.click();
    await page.waitForURL(`${filtered}&order=${paid._id}`);
    await expect.poll(() => readFocusedName(page)).toBe(paid.productName);
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
      await expect.poll(() => line(name), { message: name }).toBe(value);
    }
    const history = page.getByRole("list", { name: "Payment history" });
    await history.getByText("Paid").waitFor();
    await expect
      .poll(() => history.getByRole("listitem").locator("p:first-of-type").allTextContents())
      .toEqual(
        ["Ordered", "Payment begun", "Paid"].map((what) => `${what}$${paid.totalPrice.toFixed(2)}`),
      );
    await history
      .getByText(paid.transactionId ?? "")
      .first()
      .waitFor();

    await page.goBack();
    await link.waitFor();
    await expect
      .poll(() => readFocusedName(page))
      .toBe(`${paid.productName}, ordered by Vera Lind`);
    await page.goForward();
    await page.getByRole("link", { name: "All orders", exact: true }).click();
    await page.waitForURL(filtered);
    await expect
      .poll(() => readFocusedName(page))
      .toBe(`${paid.productName}, ordered by Vera Lind`);
  });

  it("gives an amount back, at most what is left, and asks which amount is meant", async () => {
    const shop = await open();
    const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
    const part = await aStockedPart(shop, { priceCents: 300_000, availablQuantity: 100 });
    const ordered = await placeOrder(vera, part, { quantity: 2 });
    const { _id } = ordered;
    const secret = await createClientSecret(vera, ordered);
    await shop.cards.pay(secret);
    await confirmPayment(vera, ordered, intentIdOf(secret));
    const page = await openPageAs(shop, admin, `${ordersPath}?order=${_id}#refund`);
    await page.getByText("An amount", { exact: true }).click();
    const amount = page.getByRole("textbox", { name: "Amount, $" });
    const send = page.getByRole("button", { name: /^Refund .* to the card$/ });
    const dialog = page.getByRole("alertdialog", { name: "Are you sure?" });
    for (const [text, answer] of [
      ["five", "Please enter an amount in dollars, such as 12.50."],
      ["0", "Please enter an amount of at least $0.01."],
      ["6000,01", "At most $6,000.00 of this order can still be refunded."],
    ] as const) {
      await amount.fill(text);
      await send.click();
      await page.getByRole("alert").getByText(answer).waitFor();
    }
    await amount.fill("4,999");
    await send.click();
    await page.getByText("Is “4,999” $4.99 or $4,999.00?").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "$4.99", exact: true }).click();
    await dialog.getByText("$4.99 go back to the card of").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Not yet" }).click();
    await amount.fill("4,99");
    await send.click();
    await dialog.getByRole("button", { name: "Refund $4.99" }).click();
    await toast(page, "The refund is on its way").waitFor();
    expect(await listRefunds(shop.shop.db, _id)).toMatchObject([{ amountCents: 499 }]);
    expect((await admin.get(`/api/orders/${_id}/page`)).body).toMatchObject({
      refundedPieces: [{ quantity: 0 }],
      order: { refunded: 4.99 },
    });
    await page.getByText("An amount", { exact: true }).click();
    await page.getByText("At most $5,995.01.").waitFor();
  });

  it("is refunded when it was paid, and shows that the refund is on its way", async () => {
    const shop = await open();
    const paid = await orderAndPay(shop, await signUp(shop));
    const total = `$${paid.totalPrice.toFixed(2)}`;
    const page = await openPageAs(shop, await signUpAdmin(shop), `${ordersPath}?order=${paid._id}`);
    expectWarning(/card provider cannot be reached/);
    shop.cards.faults({ down: true });
    await page.getByRole("button", { name: `Cancel and refund ${total}` }).click();
    const dialog = page.getByRole("alertdialog", { name: "Are you sure?" });
    await dialog.getByText(`${total} will be refunded to the card`).waitFor();
    await dialog.getByRole("button", { name: `Cancel and refund ${total}` }).click();
    await toast(page, "Deleted Success").waitFor();
    const order = page.getByRole("article");
    await order.getByText("Refund on its way", { exact: true }).waitFor();
    await order.getByRole("listitem").getByText("Refund asked for").waitFor();
    await expect.poll(() => order.getByRole("button", { name: /Cancel/ }).count()).toBe(0);

    shop.cards.faults({ down: false });
    await runDueJobs(shop);
    // Nobody asks: the page hears of it.
    await order.getByText("and the money given back").waitFor();
    await order.getByRole("listitem").getByText("Refunded").waitFor();
  });

  it("shows why it cannot be cancelled", async () => {
    const shop = await open();
    const part = await aStockedPart(shop);
    const { _id } = await placeOrder(await signUp(shop), part);
    const page = await openPageAs(shop, await signUpAdmin(shop), `${ordersPath}?order=${_id}`, {
      expectedTroubles: /409/,
    });
    await page.getByRole("button", { name: "Cancel order" }).click();
    // Somebody else was quicker, and the page has not heard of it.
    await moveOrder(shop.shop.db, { _id }, "cancelled");
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }).click();
    await errorToast(page, "This order is cancelled already.").waitFor();
    await page.getByRole("article").getByText("Cancelled", { exact: true }).first().waitFor();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
  });

  it("can be marked as refunded manually after three declines, with a note", async () => {
    expectWarning(/refused refund/);
    const shop = await open();
    const buyer = await signUp(shop);
    const ordered = await orderFirstPart(shop, buyer);
    const secret = await createClientSecret(buyer, ordered);
    await shop.cards.pay(secret, cards.disputed);
    await confirmPayment(buyer, ordered, intentIdOf(secret));
    const lines = [{ line: ordered.lines[0]?._id, quantity: 1 }];
    const one = { key: crypto.randomUUID(), lines };
    expect((await buyer.send("POST", `/api/orders/${ordered._id}/cancellations`, one)).status).toBe(
      200,
    );

    const path = `${ordersPath}?order=${ordered._id}`;
    const page = await openPageAs(shop, await signUpAdmin(shop), path);
    const article = page.getByRole("article");
    const button = article.getByRole("button", { name: "Mark as refunded manually" });
    await article.getByRole("listitem").getByText("Refund asked for").waitFor();
    await expect.poll(() => button.count()).toBe(0);

    await runDueJobs(shop);
    await runDueJobs(shop);
    // Nobody asks: the page hears of it.
    await button.waitFor();
    const declined = (amount: number) =>
      article.getByText(`declines to refund $${amount.toFixed(2)} to the card`);
    await declined(ordered.totalPrice / 2).waitFor();
    await article.getByText("has been charged back").waitFor();
    await buyer.send("DELETE", `/api/orders/${ordered._id}`);
    await runDueJobs(shop);
    await runDueJobs(shop);
    await declined(ordered.totalPrice).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await button.click();
    await article.getByText("Please describe how the money was returned").waitFor();
    await article.getByLabel("How the customer got the money").fill("By bank transfer");
    await button.click();
    const dialog = page.getByRole("alertdialog", { name: "Are you sure?" });
    await dialog.getByText("its parts go back into stock").waitFor();
    await dialog.getByRole("button", { name: "Not yet" }).click();
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ state: "refunding" });

    await button.click();
    await dialog.getByRole("button", { name: /were returned/ }).click();
    await toast(page, "Marked as refunded manually").waitFor();
    await article.getByText("and the money given back").waitFor();
    const noted = article.getByText(/Refunded manually by an admin, .*: By bank transfer/);
    await expect.poll(() => noted.count()).toBe(2);
    await button.waitFor({ state: "detached" });
    await expect.poll(() => readFocusedName(page)).toBe(ordered.productName);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({
      state: "refunded",
      refunds: ["cancelled elsewhere", "cancelled elsewhere"],
      movements: ["reserve 2", "release -1", "release -1"],
    });
  });
});

describe("without a mouse", () => {
  it("an unpaid order is found, opened and cancelled if that is confirmed, and the way leads back", async () => {
    const shop = await open();
    const part = await aStockedPart(shop, { availablQuantity: 100 });
    const vera = await signUp(shop);
    await placeOrder(vera, part, { quantity: 7 });
    const missing = `${ordersPath}?order=${orderIdAt(noon)}`;
    const page = await openPageAs(shop, await signUpAdmin(shop), missing, {
      expectedTroubles: /404/,
    });
    await page.getByRole("alert").getByText("There is no such order").waitFor();
    await page.getByRole("link", { name: "All orders", exact: true }).press("Enter");
    await page.getByRole("table").waitFor();
    const { keyboard } = page;
    const tabTo = async (name: string | RegExp) => {
      for (let steps = 0; steps < 40; steps++) {
        await keyboard.press("Tab");
        if (((await readFocusedName(page)) ?? "").match(name)) return;
      }
      throw new Error(`Tab does not lead to ${name}`);
    };
    await searchField(page).focus();
    await keyboard.type(vera.email);
    await waitForStatus(page, "1 order shown");
    await tabTo(/ordered by/);
    await keyboard.press("Enter");
    await expect.poll(() => readFocusedName(page)).toBe(part.name);
    await tabTo(/^Cancel order$/);
    await keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog", { name: "Are you sure?" });
    await dialog.getByText("nothing is refunded").waitFor();
    await expect.poll(() => readFocusedName(page)).toBe("Keep it");
    await keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(await readStock(shop, part)).toBe(93);
    await expect.poll(() => readFocusedName(page)).toBe("Cancel order");
    await keyboard.press("Enter");
    await dialog.waitFor();
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await toast(page, "Deleted Success").waitFor();
    await expect.poll(() => readFocusedName(page)).toBe(part.name);
    await page.getByRole("article").getByText("Cancelled", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Cancel order" }).waitFor({ state: "detached" });
    expect(await readStock(shop, part)).toBe(100);
    const history = page.getByRole("list", { name: "Payment history" });
    await history.getByText("Cancelled").waitFor();
    await history.getByText(/By an admin/).waitFor();
    await keyboard.press("Shift+Tab");
    await expect.poll(() => readFocusedName(page)).toBe("All orders");
    await keyboard.press("Enter");
    await page.getByRole("table").getByText("Cancelled", { exact: true }).waitFor();
    await expect.poll(() => searchField(page).inputValue()).toBe(vera.email);
  });
});
