// Orders with several lines, by the basket and the checkout.

import { expect } from "vitest";
import type { Checkout } from "#contract/checkout.ts";
import type { DeliveryMethod } from "#contract/delivery-settings.ts";
import type { Order } from "#contract/orders.ts";
import { anAddress } from "./builders/address.ts";
import { aDeliveryMethod, aTaxRate } from "./builders/settings.ts";
import type { StockedPart } from "./orders.ts";
import { confirmPayment, createClientSecret, intentIdOf, type PayingShop } from "./paying-shop.ts";
import type { SignedIn, Visitor } from "./people.ts";
import { saveSettings } from "./save-settings.ts";

const values = {
  tax: {
    classes: [{ id: "standard", name: "Standard" }],
    rates: [aTaxRate()],
    reverseChargeIn: [],
  },
  delivery: {
    zones: [
      { id: "home", name: "Home", places: [{ country: "DE", region: "", from: "", to: "" }] },
    ],
    holidays: [],
  },
};

const address = anAddress();

/** To Germany, with 19 % tax contained. */
export async function setUpDelivery(
  admin: SignedIn,
  method: Partial<DeliveryMethod> = {},
): Promise<void> {
  await saveSettings(admin, {
    ...values,
    delivery: { ...values.delivery, methods: [aDeliveryMethod(method)] },
  });
}

type Wanted = readonly [StockedPart, number];

export async function putParts(who: Visitor, ...wanted: Wanted[]): Promise<void> {
  const lines = wanted.map(([{ id: part }, quantity]) => ({ part, quantity }));
  expect((await who.send("PUT", "/api/basket/lines", { lines })).status).toBe(200);
}

export const fillBasket = (who: Visitor, part: StockedPart, quantity = 2) =>
  putParts(who, [part, quantity]);

export async function placeBasket(buyer: SignedIn, wanted: readonly Wanted[]): Promise<Order> {
  await putParts(buyer, ...wanted);
  const edited = await buyer.send("PATCH", "/api/checkout", { address, reference: "JOB-2214" });
  const { quote } = edited.body as Checkout;
  const body = { key: crypto.randomUUID(), expectedTotal: quote.total };
  const placed = await buyer.send("POST", "/api/checkout/place", body);
  expect([placed.status, placed.body]).toMatchObject([200, { state: "unpaid" }]);
  return placed.body as Order;
}

export async function payOrder(shop: PayingShop, buyer: SignedIn, order: Order): Promise<Order> {
  const secret = await createClientSecret(buyer, order);
  expect((await shop.cards.pay(secret)).body.status).toBe("succeeded");
  const { status, body } = await confirmPayment(buyer, order, intentIdOf(secret));
  expect([status, body]).toMatchObject([200, { paid: true }]);
  return body as Order;
}
