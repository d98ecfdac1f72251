// The payment page of an unpaid order.
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import type { Part } from "#contract/catalog.ts";
import type { Order } from "#contract/orders.ts";
import { aPart } from "#seed/builders.ts";
import { cards, type OpenCardProvider, openCardProvider } from "./open-card-provider.ts";
import { openPageAs } from "./open-page-as.ts";
import { type OpenShop, openShop } from "./open-shop.ts";
import { type SignedIn, signUp } from "./people.ts";

export type PayableOrder = {
  shop: OpenShop;
  provider: OpenCardProvider;
  vera: SignedIn;
  order: Order;
};

/** 27 pieces at $45.50 make $1,228.50. */
export async function openPayableOrder(): Promise<PayableOrder> {
  const provider = await openCardProvider();
  const shop = await openShop({ parts: [aPart({ name: "Brake Disc" })], env: provider.env });
  provider.webhooksTo(`${shop.url}/api/webhooks/card-provider`);
  const vera = await signUp(shop);
  return { shop, provider, vera, order: await placeFirstOrder(shop, vera) };
}

export async function placeFirstOrder(
  shop: OpenShop,
  person: SignedIn,
  quantity = 27,
): Promise<Order> {
  const { body: parts } = await shop.get("/api/parts");
  const [part] = parts as Part[];
  const { status, body } = await person.send("POST", "/api/orders", {
    name: person.user.name,
    email: person.email,
    phone: "+49 30 901820",
    address: "Unter den Linden 1, Berlin",
    productName: part?.name,
    quantity,
    totalPrice: ((part?.price ?? 0) * 100 * quantity) / 100,
    part: part?._id,
    key: crypto.randomUUID(),
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Order;
}

type Options = BrowserContextOptions & { expectedTroubles?: RegExp };

/** Fails the test if digits of a card are sent to the shop. */
export async function openPaymentPage(
  { shop, vera, order }: PayableOrder,
  options?: Options,
): Promise<Page> {
  const page = await openPageAs(shop, vera, "/about", options);
  const toldTheShop: string[] = [];
  page.context().on("request", (request) => {
    const sent = decodeURIComponent(`${request.url()} ${request.postData() ?? ""}`);
    if (request.url().startsWith(shop.url)) toldTheShop.push(sent.replaceAll(/[ +]/g, ""));
  });
  onTestFinished(() => {
    const digits = new RegExp(Object.values(cards).join("|"));
    expect(toldTheShop.filter((sent) => digits.test(sent))).toEqual([]);
  });
  await page.goto(paymentUrl(shop, order));
  return page;
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
  expect(await page.locator("iframe[title^=Secure]").count()).toBe(0);
  const says = await page.getByText("Your Transition id").locator("..").innerText();
  const id = /^Your Transition id\s+(pi_\w+)$/.exec(says)?.[1];
  expect(id, says).toBeTruthy();
  return id ?? "";
}

export async function readOrder({ vera, order }: PayableOrder): Promise<Order> {
  return (await vera.get(`/api/orders/${order._id}`)).body as Order;
}

/** Successful charges at the provider. */
export function countCharges({ provider }: PayableOrder): number {
  return provider.charges().filter(({ status }) => status === "succeeded").length;
}

export async function expectPaidOnce(paying: PayableOrder, transactionId: string): Promise<void> {
  expect(await readOrder(paying)).toMatchObject({ state: "paid", paid: true, transactionId });
  expect(countCharges(paying)).toBe(1);
}
