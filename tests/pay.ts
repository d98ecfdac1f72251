// Somebody with an order, before the payment page.
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { Part } from "#contract/parts.ts";
import { aPart } from "#seed/builders.ts";
import { type CardProviderOpen, cards, openCardProvider } from "./card-provider.ts";
import { openAs } from "./open-as.ts";
import { type OpenShop, openShop } from "./open-shop.ts";
import { type SignedIn, signUp } from "./people.ts";

export type Paying = { shop: OpenShop; provider: CardProviderOpen; vera: SignedIn; order: Order };

/** 27 pieces at $45.50 make $1,228.50. */
export async function openPaying(): Promise<Paying> {
  const provider = await openCardProvider();
  const shop = await openShop({ parts: [aPart({ name: "Brake Disc" })], env: provider.env });
  provider.webhooksTo(`${shop.url}/api/webhooks/card-provider`);
  const vera = await signUp(shop);
  return { shop, provider, vera, order: await placeOrder(shop, vera) };
}

export async function placeOrder(shop: OpenShop, person: SignedIn, quantity = 27): Promise<Order> {
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

/** The payment page of an order. No digits of a card may ever be sent to the shop. */
export async function openPayment({ shop, vera, order }: Paying, options?: Options): Promise<Page> {
  const page = await openAs(shop, vera, "/about", options);
  const toldTheShop: string[] = [];
  page.context().on("request", (request) => {
    const sent = decodeURIComponent(`${request.url()} ${request.postData() ?? ""}`);
    if (request.url().startsWith(shop.url)) toldTheShop.push(sent.replaceAll(/[ +]/g, ""));
  });
  onTestFinished(() => {
    const digits = new RegExp(Object.values(cards).join("|"));
    expect(toldTheShop.filter((sent) => digits.test(sent))).toEqual([]);
  });
  await page.goto(paymentAddress(shop, order));
  return page;
}

export const paymentAddress = ({ url }: OpenShop, { _id }: Order) =>
  `${url}/dashboard/payment/${_id}`;

/** The card provider's own field. */
export const cardField = (page: Page) =>
  page.frameLocator('iframe[title="Secure card payment input frame"]');

export async function typeCard(page: Page, number: string, date = "12 / 39", cvc = "123") {
  const field = cardField(page);
  await field.locator('[name="cardnumber"]').fill(number);
  await field.locator('[name="exp-date"]').fill(date);
  await field.locator('[name="cvc"]').fill(cvc);
}

export const payButton = (page: Page) => page.getByRole("button", { name: "Pay", exact: true });

export async function payWith(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await payButton(page).click();
}

/** What the bank asks, over the page. */
export const bank = (page: Page) =>
  page.frameLocator('iframe[title^="3D Secure"]').getByRole("button");

/** What the page says when all is well, with the payment's id. */
export async function saysPaid(page: Page): Promise<string> {
  await page.getByRole("heading", { name: "Paid", exact: true }).waitFor();
  expect(await page.locator("iframe[title^=Secure]").count()).toBe(0);
  const says = await page.getByText("Your Transition id").locator("..").innerText();
  const id = /^Your Transition id\s+(pi_\w+)$/.exec(says)?.[1];
  expect(id, says).toBeTruthy();
  return id ?? "";
}

export async function orderNow({ vera, order }: Paying): Promise<Order> {
  return (await vera.get(`/api/orders/${order._id}`)).body as Order;
}

/** How often the card was really charged. */
export function charges({ provider }: Paying): number {
  return provider.charges().filter(({ status }) => status === "succeeded").length;
}

export async function isPaidOnce(paying: Paying, transactionId: string): Promise<void> {
  expect(await orderNow(paying)).toMatchObject({ state: "paid", paid: true, transactionId });
  expect(charges(paying)).toBe(1);
}
