// An order that is paid later than it was promised for arrives later, and says so.
import { beforeAll, expect, it } from "vitest";
import type { Quote } from "#contract/checkout.ts";
import type { Order } from "#contract/orders.ts";
import { charge, openAccount } from "#tests/accounts.ts";
import { payOrder, placeBasket, setUpDelivery } from "#tests/basket-order.ts";
import { changeDelivery } from "#tests/builders/order.ts";
import { timeAgo, timeFromNow } from "#tests/builders/time.ts";
import { aStockedPart } from "#tests/orders.ts";
import { tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import { sharePayingShop } from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";
import { shipPieces } from "#tests/returns.ts";
import { saveSettings } from "#tests/save-settings.ts";

const share = sharePayingShop();
let admin: SignedIn;

beforeAll(async () => {
  admin = await signUpAdmin(await share());
  // At midnight, so that the days are the same throughout a test.
  await setUpDelivery(admin, { cutOff: "00:00" });
});

const said = { from: "2026-03-02", until: "2026-03-04" };
const sayings = "2 March 2026 to 4 March 2026";

async function openOrder() {
  const shop = await share();
  const buyer = await signUp(shop);
  await verifyEmail(shop, buyer);
  const order = await placeBasket(buyer, [[await aStockedPart(shop), 2]]);
  const { body } = await buyer.send("POST", "/api/checkout/estimate", {
    country: "DE",
    lines: [{ part: order.part, quantity: 2 }],
  });
  const [{ from, until } = {}] = (body as Quote).methods;
  return { shop, buyer, order, today: { from, until } };
}
type World = Awaited<ReturnType<typeof openOrder>>;

/** As if it had been placed when `said` was promised. */
const promise = ({ shop, order }: Pick<World, "shop" | "order">, orderBefore: Date) =>
  changeDelivery(shop.shop.db, order, { ...said, orderBefore: orderBefore.getTime() });

const read = async ({ buyer, order }: Pick<World, "buyer" | "order">) =>
  (await buyer.get(`/api/orders/${order._id}`)).body as Order;

it("keeps the days of an order that is paid in time for them", async () => {
  const world = await openOrder();
  await promise(world, timeFromNow({ minutes: 5 }));
  expect((await read(world)).promised).toMatchObject({ ...said, payBefore: expect.any(String) });
  await payOrder(world.shop, world.buyer, world.order);
  expect((await read(world)).promised).toEqual({ ...said, method: "Parcel" });
  const letter = await waitForLetter(world.shop, 2, world.buyer);
  expect(letter).toContain(`Arrives: ${sayings} by Parcel`);
  expect(letter).not.toContain("Said when you ordered");
});

it("counts the days from the payment once it is too late for those of the order", async () => {
  const world = await openOrder();
  await promise(world, timeAgo({ seconds: 1 }));
  // Days are promised only where the time of payment is known.
  expect((await read(world)).promised).toBeUndefined();
  expect(await payOrder(world.shop, world.buyer, world.order)).toMatchObject({
    promised: { ...world.today, method: "Parcel", whenOrdered: said },
  });
  expect((await read(world)).promised).toEqual({
    ...world.today,
    method: "Parcel",
    whenOrdered: said,
  });
  const letter = await waitForLetter(world.shop, 2, world.buyer);
  expect(letter).toMatch(/Arrives: \d+ \w+ \d{4} to \d+ \w+ \d{4} by Parcel/);
  expect(letter).toContain(`Said when you ordered: ${sayings}`);
});

it("counts them from the payment by a link of an order that was placed by telephone", async () => {
  const { shop, order: earlier, today } = await openOrder();
  const email = `mei-${crypto.randomUUID()}@garages.example`;
  const { part } = earlier;
  const asked = { email, lines: [{ part, quantity: 2 }], country: "DE", method: null };
  const { quote } = (await admin.send("POST", "/api/phone-orders/quote", asked)).body as {
    quote: Quote;
  };
  const placed = await admin.send("POST", "/api/phone-orders", {
    key: crypto.randomUUID(),
    email,
    lines: asked.lines,
    method: null,
    address: {
      name: "Mei",
      company: "",
      street: "Kaistr. 4",
      postcode: "24103",
      city: "Kiel",
      region: "",
      country: "DE",
      phone: "+49 431 1",
    },
    expectedTotal: quote.total,
  });
  expect([placed.status, placed.body]).toMatchObject([200, { promised: today }]);
  const order = placed.body as Order;
  const token = tokenOfLetter(await waitForLetter(shop, 1, { email }));
  await promise({ shop, order }, timeAgo({ days: 9 }));
  const price = order.totalPrice;
  const begun = await shop.send("POST", "/api/order-links/payment", { token, price });
  const { clientSecret } = begun.body as { clientSecret: string };
  await shop.cards.pay(clientSecret);
  const [transactionId] = clientSecret.split("_secret_");
  const paid = await shop.send("POST", "/api/order-links/paid", { token, price, transactionId });
  expect(paid).toMatchObject({
    status: 200,
    body: { promised: { ...today, whenOrdered: said } },
  });
});

it("counts them from when an order goes on account, not from when that is paid", async () => {
  const world = await openOrder();
  const { shop } = world;
  const { buyer } = await openAccount(shop, 1_000, admin);
  const order = await placeBasket(buyer, [[await aStockedPart(shop), 2]]);
  await promise({ shop, order }, timeAgo({ days: 2 }));
  const moved = { ...world.today, method: "Parcel", whenOrdered: said };
  expect(await charge(buyer, order)).toMatchObject({ status: 200, body: { promised: moved } });
  expect((await read({ buyer, order })).promised).toEqual(moved);
});

it("promises days for which it was too early when it was ordered", async () => {
  const holidays = Array.from({ length: 62 }, (_, after) => ({
    calendar: "works",
    name: "Closed",
    day: timeFromNow({ days: after - 1 })
      .toISOString()
      .slice(0, 10),
  }));
  await saveSettings(admin, { delivery: { holidays } });
  const world = await openOrder();
  expect(world.order.promised).toBeUndefined();
  await saveSettings(admin, { delivery: { holidays: [] } });
  const paid = await payOrder(world.shop, world.buyer, world.order);
  expect(paid.promised).toMatchObject({ method: "Parcel", from: expect.any(String) });
  expect(paid.promised?.whenOrdered).toBeUndefined();
});

it("promises nothing more by a delivery that is no longer offered", async () => {
  const world = await openOrder();
  const changed = { ...said, orderBefore: 1, method: "gone" };
  await changeDelivery(world.shop.shop.db, world.order, changed);
  const paid = await payOrder(world.shop, world.buyer, world.order);
  expect(paid.promised).toBeUndefined();
  await shipPieces(admin, paid);
});
