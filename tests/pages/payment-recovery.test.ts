// Paying an order by card while answers are lost and the card provider is away.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { cards } from "#tests/open-card-provider.ts";
import { toast } from "#tests/open-page-as.ts";
import {
  expectPaidMessage,
  expectPaidOnce,
  openPaymentPage,
  payButton,
  payElsewhere,
  payWithCard,
  sharePayableOrders,
} from "#tests/payment-page.ts";

const openPayableOrder = sharePayableOrders();

const patching = "**/api/orders/*";
const confirming = "Your payment is being confirmed. Please do not pay again.";

async function expectBeingConfirmed(page: Page): Promise<void> {
  await page.getByRole("status").getByText(confirming).waitFor();
  await expect.poll(() => payButton(page).count()).toBe(0);
  await expect.poll(() => page.getByText("Please Pay").count()).toBe(0);
}

describe("when the shop's answer is lost", () => {
  const lost = { expectedTroubles: /status of (503|40\d)|ERR_FAILED/ };

  it("says that the payment is being confirmed, until the card provider tells: the shop is slow, and the connection breaks", async () => {
    const paying = await openPayableOrder();
    paying.provider.faults({ webhooks: "hold" });
    const page = await openPaymentPage(paying, lost);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(patching, async (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      await promise;
      await route.abort();
    });
    await payWithCard(page, cards.good);
    await expectBeingConfirmed(page);
    const broken = page.waitForEvent("requestfailed");
    resolve();
    await broken;
    paying.provider.faults({ clear: true });
    await paying.provider.release();
    await toast(page, "Your Payment success").waitFor();
    await expectPaidOnce(paying, await expectPaidMessage(page));
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });

  it("asks nobody to pay again, also after a reload, until the shop can ask the card provider", async () => {
    expectWarning(/The card provider cannot be reached/);
    const paying = await openPayableOrder();
    paying.provider.faults({ webhooks: "hold" });
    const page = await openPaymentPage(paying, lost);
    paying.provider.faults({ down: true, path: "GET /v1/payment_intents" });
    await payWithCard(page, cards.good);
    await expectBeingConfirmed(page);
    await page.reload();
    await expectBeingConfirmed(page);
    await expect.poll(() => page.locator("iframe").count()).toBe(0);
    paying.provider.faults({ clear: true, webhooks: "hold" });
    await toast(page, "Your Payment success").waitFor();
    await expectPaidOnce(paying, await expectPaidMessage(page));
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });

  it("finds out by itself in a browser that knows nothing of it", async () => {
    const paying = await openPayableOrder();
    paying.provider.faults({ webhooks: "hold" });
    await payElsewhere(paying);
    const page = await openPaymentPage(paying, lost);
    await expectPaidOnce(paying, await expectPaidMessage(page));
  });

  it("goes on when the page is left and somebody comes back", async () => {
    const paying = await openPayableOrder();
    paying.provider.faults({ slowMs: 60_000, path: "/confirm" });
    const page = await openPaymentPage(paying, lost);
    const confirm = page.waitForRequest("**/confirm");
    await payWithCard(page, cards.good);
    await confirm;
    await page.getByRole("link", { name: "My Profile" }).click();
    await page.getByRole("heading", { name: "My Profile" }).waitFor();
    await page.goBack();
    paying.provider.faults({ clear: true });
    await expectPaidOnce(paying, await expectPaidMessage(page));
  });
});

describe("when the card provider is away", () => {
  const away = { expectedTroubles: /status of (50\d|40\d)|ERR_/ };

  it("says that it cannot be paid now, and can when it is back with its script", async () => {
    expectWarning(/The card provider cannot be reached/);
    const paying = await openPayableOrder();
    paying.provider.faults({ down: true, path: "POST /v1/payment_intents$" });
    const page = await openPaymentPage(paying, away, (page) =>
      page.route("**/stripe.js", (route) => route.abort()),
    );
    const note = page.getByRole("alert");
    const again = page.getByRole("button", { name: "Try again" });
    await note.getByText("You cannot pay right now").waitFor();
    await note.getByText("The card provider cannot be reached right now.").waitFor();
    await page.getByText("Please Pay: $1,228.50").waitFor();
    paying.provider.faults({ clear: true });
    await again.click();
    await note.getByText("The card provider cannot be reached. Nothing was paid").waitFor();
    await page.unroute("**/stripe.js");
    await again.click();
    await payWithCard(page, cards.good);
    await expectPaidOnce(paying, await expectPaidMessage(page));
  });

  it("never says no where it took the card, and lets people try again where it did not", async () => {
    const paying = await openPayableOrder();
    paying.provider.faults({ webhooks: "hold" });
    paying.provider.faults({ failBefore: 1, path: "/confirm" });
    const page = await openPaymentPage(paying, away);
    await payWithCard(page, cards.good);
    await page.getByRole("alert").getByText("nothing was taken").waitFor();
    paying.provider.faults({ failAfterActing: 1, path: "/confirm" });
    await payButton(page).click();
    await page.getByRole("form").getByText("please do not pay again").waitFor();
    await expectPaidOnce(paying, await expectPaidMessage(page));
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });

  // A browser may ask again by itself when the connection breaks.
  it("says nothing where the connection breaks after it took the card", async () => {
    const paying = await openPayableOrder();
    paying.provider.faults({ webhooks: "hold" });
    paying.provider.faults({ reset: 1, path: "/confirm" });
    const page = await openPaymentPage(paying, away);
    await payWithCard(page, cards.good);
    await expectPaidOnce(paying, await expectPaidMessage(page));
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });
});
