// Paying an order by card while answers are lost and the card provider is away.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { cards } from "#tests/open-card-provider.ts";
import { toast } from "#tests/open-page-as.ts";
import {
  cardField,
  expectPaidMessage,
  expectPaidOnce,
  openPaymentPage,
  type PayableOrder,
  payButton,
  payWithCard,
  sharePayableOrders,
} from "#tests/payment-page.ts";

const openPayableOrder = sharePayableOrders();

const patching = "**/api/orders/*";
const confirming = "Your payment is being confirmed. Please do not pay again.";

const loseAnswers = (page: Page) =>
  page.route(patching, (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );

/** Each keeps the shop's "paid" away from the page, and answers how to bring it back. */
const waysToLose: [
  string,
  (page: Page, paying: PayableOrder) => Promise<() => Promise<unknown>>,
][] = [
  [
    "the connection breaks",
    async (page) => {
      await loseAnswers(page);
      return () => page.unroute(patching);
    },
  ],
  [
    "the shop is slow",
    async (page) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(patching, async (route) => {
        if (route.request().method() === "PATCH") await promise;
        await route.continue();
      });
      return async () => resolve();
    },
  ],
  [
    "the shop cannot ask the card provider",
    async (_, { provider }) => {
      provider.faults({ down: true, path: "GET /v1/payment_intents" });
      return async () => provider.faults({ clear: true, webhooks: "hold" });
    },
  ],
];

describe("when the shop's answer is lost", () => {
  const lost = { expectedTroubles: /status of (503|40\d)|ERR_FAILED/ };

  it.each(waysToLose)(
    "says that the payment is being confirmed, until it is: %s",
    async (_, lose) => {
      expectWarning(/The card provider cannot be reached/);
      const paying = await openPayableOrder();
      paying.provider.faults({ webhooks: "hold" });
      const page = await openPaymentPage(paying, lost);
      await cardField(page).locator('[name="cardnumber"]').waitFor();
      const mend = await lose(page, paying);
      await payWithCard(page, cards.good);
      await page.getByRole("status").getByText(confirming).waitFor();
      await expect.poll(() => payButton(page).count()).toBe(0);
      await expect.poll(() => page.getByText("Please Pay").count()).toBe(0);
      await mend();
      await toast(page, "Your Payment success").waitFor();
      await expectPaidOnce(paying, await expectPaidMessage(page));
      await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    },
  );

  it("asks nobody to pay again after a reload", async () => {
    const paying = await openPayableOrder();
    paying.provider.faults({ webhooks: "hold" });
    const page = await openPaymentPage(paying, lost);
    await loseAnswers(page);
    await payWithCard(page, cards.good);
    await page.getByText(confirming).waitFor();
    await page.reload();
    await page.getByText(confirming).waitFor();
    await expect.poll(() => page.locator("iframe").count()).toBe(0);
    await page.unroute(patching);
    await expectPaidOnce(paying, await expectPaidMessage(page));
    await page.reload();
    await expectPaidMessage(page);
  });

  it("finds out by itself in a browser that knows nothing of it", async () => {
    const paying = await openPayableOrder();
    paying.provider.faults({ webhooks: "hold" });
    const page = await openPaymentPage(paying, lost);
    await loseAnswers(page);
    await payWithCard(page, cards.good);
    await page.getByText(confirming).waitFor();
    await page.close();
    await expectPaidOnce(paying, await expectPaidMessage(await openPaymentPage(paying, lost)));
  });

  it("goes on when the page is left and somebody comes back", async () => {
    const paying = await openPayableOrder();
    paying.provider.faults({ slowMs: 600, path: "/confirm" });
    const page = await openPaymentPage(paying, lost);
    const confirm = page.waitForRequest("**/confirm");
    await payWithCard(page, cards.good);
    await confirm;
    await page.getByRole("link", { name: "My Profile" }).click();
    await page.getByRole("heading", { name: "My Profile" }).waitFor();
    await page.goBack();
    await expectPaidOnce(paying, await expectPaidMessage(page));
  });

  it("hears of it from the card provider, while the page is open", async () => {
    const paying = await openPayableOrder();
    const page = await openPaymentPage(paying, lost);
    await loseAnswers(page);
    await payWithCard(page, cards.good);
    await toast(page, "Your Payment success").waitFor();
    await expectPaidOnce(paying, await expectPaidMessage(page));
  });
});

describe("when the card provider is away", () => {
  const away = { expectedTroubles: /status of (50\d|40\d)|ERR_/ };

  it("says that it cannot be paid now, and can when it is back", async () => {
    expectWarning(/The card provider cannot be reached/);
    const paying = await openPayableOrder();
    paying.provider.faults({ down: true, path: "POST /v1/payment_intents$" });
    const page = await openPaymentPage(paying, away);
    const note = page.getByRole("alert");
    await note.getByText("You cannot pay right now").waitFor();
    await note.getByText("The card provider cannot be reached right now.").waitFor();
    await page.getByText("Please Pay: $1,228.50").waitFor();
    paying.provider.faults({ clear: true });
    await page.getByRole("button", { name: "Try again" }).click();
    await payWithCard(page, cards.good);
    await expectPaidOnce(paying, await expectPaidMessage(page));
  });

  it("says so where its script does not come, and fetches it again", async () => {
    const paying = await openPayableOrder();
    const page = await openPaymentPage(paying, away);
    await cardField(page).locator('[name="cardnumber"]').waitFor();
    await page.route("**/stripe.js", (route) => route.abort());
    await page.reload();
    await page.getByRole("alert").getByText("The card provider cannot be reached.").waitFor();
    await page.unroute("**/stripe.js");
    await page.getByRole("button", { name: "Try again" }).click();
    await payWithCard(page, cards.good);
    await expectPaidOnce(paying, await expectPaidMessage(page));
  });

  // A browser may ask again by itself when the connection breaks.
  it.each(["failAfterActing", "reset"])(
    "never says no where it took the card: %s",
    async (fault) => {
      const paying = await openPayableOrder();
      paying.provider.faults({ webhooks: "hold" });
      paying.provider.faults({ [fault]: 1, path: "/confirm" });
      const page = await openPaymentPage(paying, away);
      await payWithCard(page, cards.good);
      if (fault === "failAfterActing") {
        await page.getByRole("form").getByText("please do not pay again").waitFor();
      }
      await expectPaidOnce(paying, await expectPaidMessage(page));
      await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    },
  );

  it("lets people try again as soon as it is known that nothing was taken", async () => {
    const paying = await openPayableOrder();
    paying.provider.faults({ failBefore: 1, path: "/confirm" });
    const page = await openPaymentPage(paying, away);
    await payWithCard(page, cards.good);
    await page.getByRole("alert").getByText("nothing was taken").waitFor();
    await payButton(page).click();
    await expectPaidOnce(paying, await expectPaidMessage(page));
  });
});
