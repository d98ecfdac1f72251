// The browser script in a minimal shop page with a Content-Security-Policy.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type {
  PaymentIntentResult,
  Stripe as RealStripe,
  StripeCardElement,
  StripeCardElementChangeEvent,
} from "@stripe/stripe-js";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { cards, type OpenCardProvider, openCardProvider } from "#tests/open-card-provider.ts";
import { openPage } from "#tests/open-page.ts";
import { createStripeClient } from "#tests/stripe-client.ts";

const page = (provider: OpenCardProvider) => `<!doctype html>
<html lang="en"><title>The shop</title><link rel="icon" href="data:,">
<script src="${provider.env.STRIPE_SCRIPT_URL}"></script>
<script src="/page.js" defer></script>
<main><h1>Pay</h1><label for="card">Card</label><div id="card"></div><button>Pay</button>
<p role="status"></p></main></html>`;

const script = (provider: OpenCardProvider) => `
const stripe = Stripe("${provider.env.STRIPE_PUBLISHABLE_KEY}");
const elements = stripe.elements();
const card = elements.create("card", { hidePostalCode: true });
const status = document.querySelector("[role=status]");
window.changes = [];
card.on("change", (event) => window.changes.push(event));
card.on("ready", () => { status.textContent = "ready"; });
card.mount("#card");
document.querySelector("button").addEventListener("click", async () => {
  status.textContent = "paying";
  const secret = new URL(location.href).searchParams.get("secret");
  const billing_details = { name: "Ada", email: "ada@people.example" };
  const result = await stripe.confirmCardPayment(secret, { payment_method: { card, billing_details } });
  window.result = result;
  status.textContent = result.error ? result.error.message : result.paymentIntent.status;
});
Object.assign(window, { stripe, card, elements });
`;

async function openPayment(amount = 2_000) {
  const provider = await openCardProvider();
  const { origin } = provider;
  const shop = createServer((request, response) => {
    response.setHeader(
      "content-security-policy",
      `default-src 'self'; script-src 'self' ${origin}; frame-src ${origin}; img-src data:; object-src 'none'`,
    );
    const isScript = request.url === "/page.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script(provider) : page(provider));
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void shop.closeAllConnections());
  onTestFinished(() => void shop.close());
  const stripe = createStripeClient(provider);
  const intent = await stripe.paymentIntents.create({ amount, currency: "usd" });
  const address = `http://localhost:${(shop.address() as AddressInfo).port}/`;
  return { provider, stripe, intent, url: `${address}?secret=${intent.client_secret}` };
}

type ShopPage = Window & {
  stripe: RealStripe;
  card: StripeCardElement;
  changes: StripeCardElementChangeEvent[];
  result: PaymentIntentResult;
};

const field = (browser: Page) =>
  browser.frameLocator('iframe[title="Secure card payment input frame"]');
const numberIn = (browser: Page) => field(browser).getByLabel("Credit or debit card number");
const expiryIn = (browser: Page) =>
  field(browser).getByLabel("Credit or debit card expiration date");
const cvcIn = (browser: Page) => field(browser).getByLabel("Credit or debit card CVC/CVV");

async function type(browser: Page, number: string, expiry = "12 / 34", cvc = "123") {
  await numberIn(browser).fill(number);
  await expiryIn(browser).fill(expiry);
  await cvcIn(browser).fill(cvc);
}

const expectStatus = (browser: Page, text: string) =>
  browser.getByRole("status").getByText(text, { exact: true }).waitFor();

const pay = (browser: Page) => browser.getByRole("button", { name: "Pay" }).click();
const resultOf = (browser: Page) =>
  browser.evaluate(() => (window as unknown as ShopPage).result) as Promise<PaymentIntentResult>;
const lastChange = (browser: Page) =>
  browser.evaluate(() => (window as unknown as ShopPage).changes.at(-1));
const bank = (browser: Page) => browser.frameLocator('iframe[title="3D Secure authentication"]');

async function openReady(options: Parameters<typeof openPage>[1] = {}) {
  const open = await openPayment();
  // Chromium logs 402 responses as errors.
  const browser = await openPage(open.url, { expectedTroubles: /status of 40[02]/, ...options });
  await expectStatus(browser, "ready");
  return { ...open, browser };
}

describe("the browser script", () => {
  it("pays with a good card", async () => {
    const { browser, provider, stripe, intent } = await openReady({});
    await type(browser, cards.good);
    await pay(browser);
    await expectStatus(browser, "succeeded");
    const { paymentIntent } = await resultOf(browser);
    expect(paymentIntent).toMatchObject({ id: intent.id, status: "succeeded", amount: 2_000 });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: "succeeded" });
    const billing = { name: "Ada", email: "ada@people.example" };
    expect(provider.charges()).toMatchObject([{ paid: true, billing_details: billing }]);
  });

  it("says why a card was declined, each time, and pays with another then", async () => {
    const { browser, intent } = await openReady();
    for (const [card, code, message] of [
      [cards.declined, "card_declined", "Your card was declined."],
      [cards.noFunds, "card_declined", "Your card has insufficient funds."],
      [cards.expired, "expired_card", "Your card has expired."],
      [cards.wrongCvc, "incorrect_cvc", "Your card's security code is incorrect."],
    ] as const) {
      await type(browser, card);
      await pay(browser);
      await expectStatus(browser, message);
      expect((await resultOf(browser)).error).toMatchObject({
        type: "card_error",
        code,
        payment_intent: { id: intent.id, status: "requires_payment_method" },
      });
    }
    await type(browser, "378282246310005", "12 / 34", "1234");
    expect(await numberIn(browser).inputValue()).toBe("3782 822463 10005");
    await pay(browser);
    await expectStatus(browser, "succeeded");
  });

  it("lets the bank ask", async () => {
    const { browser, provider } = await openReady();
    await type(browser, cards.asksFirst);
    await pay(browser);
    await bank(browser).getByText("$20.00").waitFor();
    await bank(browser).getByText("3155").waitFor();
    await browser.keyboard.press("Escape");
    expect(provider.intents()[0]?.status).toBe("requires_action");
    await bank(browser).getByRole("button", { name: "Complete authentication" }).click();
    await expectStatus(browser, "succeeded");
    expect(await browser.locator("dialog").count()).toBe(0);
  });

  it("says that the bank said no, and asks again", async () => {
    const { browser, intent } = await openReady();
    await type(browser, cards.asksFirst);
    await pay(browser);
    await bank(browser).getByRole("button", { name: "Fail authentication" }).click();
    await expectStatus(
      browser,
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
    );
    expect((await resultOf(browser)).error).toMatchObject({
      code: "payment_intent_authentication_failure",
      payment_intent: { id: intent.id, status: "requires_payment_method" },
    });
    await pay(browser);
    await bank(browser).getByRole("button", { name: "Complete authentication" }).click();
    await expectStatus(browser, "succeeded");
  });

  it("leaves a payment open that was left half-way, and finishes it later", async () => {
    const { browser, provider, intent } = await openReady();
    await type(browser, cards.asksFirst);
    await pay(browser);
    await bank(browser).getByRole("button", { name: "Complete authentication" }).waitFor();
    await browser.reload();
    await expectStatus(browser, "ready");
    const secret = intent.client_secret ?? "";
    const stripeIn = (method: "retrievePaymentIntent" | "handleCardAction") =>
      browser.evaluate(([name, of]) => (window as unknown as ShopPage).stripe[name](of), [
        method,
        secret,
      ] as const);
    expect((await stripeIn("retrievePaymentIntent")).paymentIntent?.status).toBe("requires_action");
    const finished = stripeIn("handleCardAction");
    await bank(browser).getByRole("button", { name: "Complete authentication" }).click();
    expect((await finished).paymentIntent?.status).toBe("succeeded");
    expect(provider.charges()).toHaveLength(1);
  });

  it("does not pay twice, and tells that it is paid", async () => {
    const { browser, provider, intent } = await openReady();
    await provider.pay(intent.client_secret ?? "");
    await type(browser, cards.good);
    await pay(browser);
    await expectStatus(
      browser,
      "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.",
    );
    expect((await resultOf(browser)).error).toMatchObject({
      code: "payment_intent_unexpected_state",
      payment_intent: { id: intent.id, status: "succeeded" },
    });
    expect(provider.charges()).toHaveLength(1);
  });

  it("says that it cannot reach the card provider", async () => {
    const { browser, provider } = await openReady({ expectedTroubles: /confirm|ERR_/ });
    await type(browser, cards.good);
    provider.faults({ down: "refuse", path: "confirm" });
    await pay(browser);
    await browser.getByRole("status").getByText("We are experiencing issues connecting").waitFor();
    expect((await resultOf(browser)).error?.type).toBe("api_connection_error");
  });

  it("refuses what a shop can only do by mistake", async () => {
    const { browser, intent } = await openReady();
    const mistakes = await browser.evaluate(async (secret) => {
      const { stripe, card } = window as unknown as ShopPage;
      const { Stripe } = window as unknown as { Stripe: (key?: string) => unknown };
      const said = async (work: () => unknown) => {
        try {
          await work();
          return "nothing";
        } catch (error) {
          return String(error);
        }
      };
      const says = [
        await said(() => Stripe("sk_test_secret")),
        await said(() => Stripe()),
        await said(() => stripe.confirmCardPayment("secret")),
        await said(() => stripe.elements().create("iban")),
        await said(() => card.mount("#nowhere")),
      ];
      card.unmount();
      const method = { payment_method: { card } };
      return [...says, await said(() => stripe.confirmCardPayment(secret, method))];
    }, intent.client_secret ?? "");
    expect(mistakes).toEqual(mistakes.map(() => expect.stringMatching(/^IntegrationError: /)));
    expect(mistakes.at(-1)).toContain("still mounted");
  });
});

describe("the card field", () => {
  it("keeps the digits to itself", async () => {
    const { browser, url, provider } = await openReady();
    const asked: string[] = [];
    browser.on("request", (request) => asked.push(request.url()));
    const talk = browser.evaluate(
      () =>
        new Promise((resolve) => {
          const received: string[] = [];
          window.addEventListener("message", ({ data }) => received.push(JSON.stringify(data)));
          setTimeout(() => resolve(received), 1_500);
        }),
    );
    await type(browser, cards.good);
    await pay(browser);
    await expectStatus(browser, "succeeded");
    expect(await talk).toEqual([]);
    const seen = await browser.evaluate(() =>
      JSON.stringify((window as unknown as ShopPage).changes),
    );
    expect(seen).not.toMatch(/4242|12.?34/);
    expect(await browser.content()).not.toContain("4242");
    const others = asked.filter((address) => !address.startsWith(provider.origin));
    expect(others.filter((address) => address !== url)).toEqual([]);
  });

  it("groups what is typed, goes on by itself, and tells how it stands", async () => {
    const { browser } = await openReady({});
    await browser.getByText("Card", { exact: true }).click();
    await expect
      .poll(() => numberIn(browser).evaluate((input) => input === document.activeElement))
      .toBe(true);
    await browser.keyboard.type("4242424242424242");
    await browser.keyboard.type("434");
    await browser.keyboard.type("123");
    expect(await numberIn(browser).inputValue()).toBe("4242 4242 4242 4242");
    expect(await expiryIn(browser).inputValue()).toBe("04 / 34");
    expect(await cvcIn(browser).inputValue()).toBe("123");
    await expect
      .poll(() => lastChange(browser))
      .toMatchObject({
        elementType: "card",
        complete: true,
        empty: false,
        brand: "visa",
      });
    expect(await browser.locator("#card").getAttribute("class")).toContain(
      "StripeElement--complete",
    );
    for (let count = 0; count < 12; count++) await browser.keyboard.press("Backspace");
    expect(await expiryIn(browser).inputValue()).toBe("");
    await expect.poll(() => lastChange(browser)).toMatchObject({ complete: false, empty: false });
    await browser.evaluate(() => (window as unknown as ShopPage).card.clear());
    await expect.poll(() => lastChange(browser)).toMatchObject({ empty: true });
  });

  it("refuses what cannot be a card before it asks anybody", async () => {
    const { browser, provider } = await openReady({});
    for (const [number, expiry, cvc, code, message] of [
      ["", "", "", "incomplete_number", "Your card number is incomplete."],
      ["4242 4242 4242 4241", "12 / 34", "123", "invalid_number", "Your card number is invalid."],
      ["4242", "12 / 34", "123", "incomplete_number", "Your card number is incomplete."],
      [cards.good, "12 / 20", "123", "invalid_expiry_year_past", "Your card's expiration year is"],
      [cards.good, "12", "123", "incomplete_expiry", "Your card's expiration date is incomplete."],
      [cards.good, "12 / 34", "1", "incomplete_cvc", "Your card's security code is incomplete."],
    ] as const) {
      await type(browser, number, expiry, cvc);
      await pay(browser);
      await browser.getByRole("status").getByText(message).waitFor();
      expect((await resultOf(browser)).error).toMatchObject({ type: "validation_error", code });
      if (number !== "") expect(await lastChange(browser)).toMatchObject({ error: { code } });
    }
    expect(provider.intents()[0]?.status).toBe("requires_payment_method");
    expect(provider.charges()).toEqual([]);
  });

  it("can be shut and opened, and looks as the shop wishes", async () => {
    const { browser } = await openReady({});
    const update = (options: object) =>
      browser.evaluate((to) => (window as unknown as ShopPage).card.update(to), options);
    await update({
      disabled: true,
      style: { base: { color: "rgb(1, 2, 3)", fontSize: "20px" }, invalid: { color: "red;x" } },
    });
    await expect.poll(() => numberIn(browser).isDisabled()).toBe(true);
    const look = () =>
      numberIn(browser).evaluate((input) => {
        const { color, fontSize } = getComputedStyle(input);
        return [color, fontSize];
      });
    expect(await look()).toEqual(["rgb(1, 2, 3)", "20px"]);
    await update({ disabled: false });
    await expect.poll(() => numberIn(browser).isDisabled()).toBe(false);
    await numberIn(browser).focus();
    await expect
      .poll(() => browser.locator("#card").getAttribute("class"))
      .toContain("StripeElement--focus");
  });

  it("fits a phone, asks for no ZIP, and names its inputs to whoever cannot see them", async () => {
    const { browser, provider } = await openReady({ viewport: { width: 320, height: 568 } });
    const frame = browser.locator("#card iframe");
    const height = () => frame.evaluate((it) => it.getBoundingClientRect().height);
    await expect.poll(height).toBe(48);
    const inner = await field(browser)
      .locator("body")
      .evaluate((body) => [body.scrollHeight, body.scrollWidth - window.innerWidth]);
    expect(inner).toEqual([48, 0]);
    expect(await field(browser).locator('[name="postal"]').isVisible()).toBe(false);
    const alone = await openPage(`${provider.origin}/card-field?shop=http://localhost`);
    // A frame is part of a page and needs no heading.
    const faults = await findAccessibilityFaults(alone);
    expect(faults.filter((fault) => !fault.startsWith("page-has-heading-one"))).toEqual([]);
  });
});
