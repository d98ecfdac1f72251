// However an order is placed, its lines keep the numbers that their parts had then.
import { expect, it } from "vitest";
import type { Checkout } from "#contract/checkout.ts";
import type { Order } from "#contract/orders.ts";
import type { PhoneQuote } from "#contract/phone-orders.ts";
import { placeBasket, setUpDelivery } from "#tests/basket-order.ts";
import { anAddress } from "#tests/builders/address.ts";
import { aStockedPart, placeOrder, type StockedPart } from "#tests/orders.ts";
import { sharePayingShop } from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

const share = sharePayingShop();

type Placing = (buyer: SignedIn, admin: SignedIn, part: StockedPart) => Promise<Order>;

const byPhone: Placing = async (_, admin, { id: part }) => {
  const email = `${crypto.randomUUID()}@garages.example`;
  const lines = [{ part, quantity: 2 }];
  const address = anAddress();
  const asked = { email, lines, country: address.country, method: null };
  const { body } = await admin.send("POST", "/api/phone-orders/quote", asked);
  const { quote } = body as PhoneQuote;
  const sent = { key: crypto.randomUUID(), email, lines, address, method: quote.method };
  const placed = await admin.send("POST", "/api/phone-orders", {
    ...sent,
    expectedTotal: quote.total,
  });
  return placed.body as Order;
};

const again: Placing = async (buyer, _, part) => {
  const { _id } = await placeOrder(buyer, part);
  expect((await buyer.send("POST", `/api/orders/${_id}/again`, {})).status).toBe(200);
  const edited = await buyer.send("PATCH", "/api/checkout", { address: anAddress() });
  const expectedTotal = (edited.body as Checkout).quote.total;
  const body = { key: crypto.randomUUID(), expectedTotal };
  return (await buyer.send("POST", "/api/checkout/place", body)).body as Order;
};

const ways: Record<string, Placing> = {
  Purchase: (buyer, _, part) => placeOrder(buyer, part),
  "the basket": (buyer, _, part) => placeBasket(buyer, [[part, 2]]),
  "the telephone": byPhone,
  "ordering again": again,
};

it.each(Object.entries(ways))("by %s", async (_, place) => {
  const shop = await share();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await setUpDelivery(admin);
  const number = `LN-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
  const part = await aStockedPart(shop, { number });
  const order = await place(buyer, admin, part);
  expect(order.lines[0]).toMatchObject({ kind: "part", number });
  const renamed = await admin.send("PATCH", `/api/parts/${part.id}`, { number: `${number}-B` });
  expect(renamed.status).toBe(200);
  const { body } = await admin.get(`/api/orders/${order._id}`);
  expect((body as Order).lines[0]).toMatchObject({ number });
  expect((body as Order).lines[0]).not.toHaveProperty("currentNumber");
});
