// The payment page of an unpaid order.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import type { Order } from "#contract/orders.ts";
import { cards, type OpenCardProvider, openCardProvider } from "./open-card-provider.ts";
import { blank, openPage, type PageOptions } from "./open-page.ts";
import { type OpenShop, shareShop } from "./open-shop.ts";
import { aStockedPart, placeOrder } from "./orders.ts";
import { setCookies } from "./page-actions.ts";
import { createClientSecret } from "./paying-shop.ts";
import { type SignedIn, signUp } from "./people.ts";

export type PayableOrder = {
  shop: OpenShop;
  provider: OpenCardProvider;
  vera: SignedIn;
  order: Order;
};

/**
 * One shop and one card provider for all tests of a file; each test gets a person with an order of
 * 27 pieces at $45.50, which make $1,228.50.
 */
export function sharePayableOrders(): () => Promise<PayableOrder> {
  const env: Record<string, string> = {};
  const openShop = shareShop({ env });
  let provider: OpenCardProvider;
  beforeAll(async () => {
    provider = await openCardProvider();
    Object.assign(env, provider.env);
  });
  afterAll(() => provider.stop());
  return async () => {
    const shop = await openShop();
    provider.faults({ clear: true });
    provider.webhooksTo(`${shop.url}/api/webhooks/card-provider`);
    const vera = await signUp(shop);
    return { shop, provider, vera, order: await orderBrakeDiscs(shop, vera) };
  };
}

export async function orderBrakeDiscs(
  shop: OpenShop,
  person: SignedIn,
  quantity = 27,
): Promise<Order> {
  return placeOrder(person, await aStockedPart(shop, { name: "Brake Disc" }), { quantity });
}

/** Fails the test if digits of a card are sent to the shop. */
export async function openPaymentPage(
  { shop, vera, order }: PayableOrder,
  options?: PageOptions,
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<Page> {
  const page = await openPage(blank, options);
  await setCookies(page, shop.url, vera);
  const sentToShop: string[] = [];
  page.context().on("request", (request) => {
    const sent = decodeURIComponent(`${request.url()} ${request.postData() ?? ""}`);
    if (request.url().startsWith(shop.url)) sentToShop.push(sent.replaceAll(/[ +]/g, ""));
  });
  onTestFinished(() => {
    const digits = new RegExp(Object.values(cards).join("|"));
    expect(sentToShop.filter((sent) => digits.test(sent))).toEqual([]);
  });
  await prepare(page);
  await page.goto(paymentUrl(shop, order));
  return page;
}

/** As a browser does that is closed before it tells the shop. */
export async function payElsewhere({ provider, vera, order }: PayableOrder): Promise<void> {
  const { body } = await provider.pay(await createClientSecret(vera, order));
  expect(body.status).toBe("succeeded");
}

export const paymentUrl = ({ url }: OpenShop, { _id }: Order) => `${url}/dashboard/payment/${_id}`;

export const cardField = (page: Page) =>
  page.frameLocator('iframe[title="Secure card payment input frame"]');

export async function typeCard(page: Page, number: string, date = "12 / 39", cvc = "123") {
  const field = cardField(page);
  await field.locator('[name="cardnumber"]').fill(number);
  await field.locator('[name="exp-date"]').fill(date);
  await field.locator('[name="cvc"]').fill(cvc);
}

export const payButton = (page: Page) => page.getByRole("button", { name: "Pay", exact: true });

export async function payWithCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await payButton(page).click();
}

export const bankButtons = (page: Page) =>
  page.frameLocator('iframe[title^="3D Secure"]').getByRole("button");

/** Answers the transaction id. */
export async function expectPaidMessage(page: Page): Promise<string> {
  await page.getByRole("heading", { name: "Paid", exact: true }).waitFor();
  await expect.poll(() => page.locator("iframe[title^=Secure]").count()).toBe(0);
  const says = await page.getByText("Your Transition id").locator("..").innerText();
  const id = /^Your Transition id\s+(pi_\w+)$/.exec(says)?.[1];
  expect(id, says).toBeTruthy();
  return id ?? "";
}

export async function readOrder({ vera, order }: PayableOrder): Promise<Order> {
  return (await vera.get(`/api/orders/${order._id}`)).body as Order;
}

/** At the provider. */
export function chargesOf({ provider, order }: PayableOrder) {
  const intents = intentsOf(provider, order);
  return provider.charges().filter(({ payment_intent }) => intents.has(String(payment_intent)));
}

/** At the provider. */
export function refundsOf({ provider, order }: PayableOrder) {
  const intents = intentsOf(provider, order);
  return provider.refunds().filter(({ payment_intent }) => intents.has(String(payment_intent)));
}

function intentsOf(provider: OpenCardProvider, { _id }: Order): Set<string> {
  const intents = provider.intents(1_000).filter(({ metadata }) => metadata.order === _id);
  return new Set(intents.map(({ id }) => id));
}

export const countCharges = (paying: PayableOrder) =>
  chargesOf(paying).filter(({ status }) => status === "succeeded").length;

export async function expectPaidOnce(paying: PayableOrder, transactionId: string): Promise<void> {
  expect(await readOrder(paying)).toMatchObject({ state: "paid", paid: true, transactionId });
  expect(countCharges(paying)).toBe(1);
}
