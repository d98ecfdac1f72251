import { cards } from "#tests/open-card-provider.ts";
import { errorToast } from "#tests/open-page-as.ts";
import { cardField, payButton, payWithCard } from "#tests/payment-page.ts";
import { openPath, openPathWithCall, type Screen, type ScreenContext } from "./screen.ts";
import type { ScreenShop } from "./screen-shop.ts";

type State = keyof ScreenShop["orders"];

const pathOf = ({ world }: ScreenContext, state: State) =>
  `/dashboard/payment/${world.orders[state]._id}`;

async function openUnpaid(stage: ScreenContext): Promise<void> {
  await openPath(stage, pathOf(stage, "unpaid"));
  await cardField(stage.page).locator('[name="cardnumber"]').waitFor();
}

/** Responses of the card provider to its own script. */
const refused = /status of 40\d/;

const ended = (["paid", "cancelled", "refunding", "refunded"] as const).map((state) => ({
  name: `payment-${state}`,
  // They differ in their words.
  ...(state !== "paid" && state !== "refunded" && { isRepetition: true as const }),
  open: (stage: ScreenContext) => openPath(stage, pathOf(stage, state)),
}));

const states: Omit<Screen, "who">[] = [
  ...ended,
  {
    name: "payment-errors",
    isRepetition: true,
    async open(stage) {
      await openUnpaid(stage);
      await payButton(stage.page).click();
      await errorToast(stage.page, "Your card number is incomplete.").waitFor();
    },
  },
  {
    name: "payment-declined",
    async open(stage) {
      await openUnpaid(stage);
      await payWithCard(stage.page, cards.declined);
      await errorToast(stage.page, "Your card was declined.").waitFor();
    },
    troubles: refused,
  },
  {
    name: "payment-bank-asks",
    async open(stage) {
      await openUnpaid(stage);
      await payWithCard(stage.page, cards.asksFirst);
      await stage.page
        .frameLocator('iframe[title^="3D Secure"]')
        .getByRole("button")
        .first()
        .waitFor();
    },
  },
  {
    name: "payment-being-confirmed",
    async open(stage) {
      const { page } = stage;
      await openUnpaid(stage);
      // The card is charged, and each response of the shop is lost.
      await page.route("**/api/orders/*", (route) =>
        route.request().method() === "PATCH" ? route.abort() : route.continue(),
      );
      const json = { object: "payment_intent", id: "pi_3QkT9x", status: "succeeded" };
      await page.route("**/confirm", (route) => route.fulfill({ json }));
      await payWithCard(page, cards.good);
      await page.getByText("Your payment is being confirmed").waitFor();
    },
    undo: ({ page, world }) =>
      page.evaluate(
        (draft) => localStorage.removeItem(draft),
        `draft:payment:${world.orders.unpaid._id}`,
      ),
    troubles: /ERR_FAILED/,
  },
  {
    name: "payment-of-nothing",
    isRepetition: true,
    open: (stage) => openPath(stage, "/dashboard/payment/0199a000-0000-7000-8000-000000000000"),
    troubles: /status of 404/,
  },
  {
    name: "payment-failed",
    isRepetition: true,
    async open(stage) {
      await openPathWithCall(stage, pathOf(stage, "unpaid"), "**/api/orders/*", "fails");
      await stage.page.getByRole("alert").waitFor();
    },
    troubles: /ERR_FAILED/,
  },
  {
    name: "checkout-done",
    open: (stage) => openPath(stage, `/checkout/done?order=${stage.world.orders.paid._id}`),
  },
  {
    name: "payment-provider-away",
    async open(stage) {
      await openPathWithCall(stage, pathOf(stage, "unpaid"), "**/stripe.js", "fails");
      await stage.page.getByRole("alert").waitFor();
    },
    troubles: /ERR_FAILED/,
  },
];

export const paymentStates: Screen[] = states.map((state) => ({ who: "customer", ...state }));
