// How much unpaid orders keep from others is bounded also when their payments begin.
import { beforeAll, describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { expireHolds } from "#server/modules/inventory/reserve.ts";
import { changeReservations, lapseReservations } from "#tests/builders/order.ts";
import { timeFromNow } from "#tests/builders/time.ts";
import { aStockedPart, placeOrder, readStock, type StockedPart } from "#tests/orders.ts";
import { type PayingShop, sharePayingShop } from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";

let shop: PayingShop;
const bounds = { ordersEach: 2, ordersPerNetwork: 3, ordersPerWideNetwork: 5 };

// A shop whose calls are not limited has bounds on holds all the same.
const env = { RATE_LIMIT_FACTOR: "1000000", RESERVATION_FACTOR: "1", PROXIES: "127.0.0.1" };
const open = sharePayingShop({ webhooks: "hold", env });

beforeAll(async () => {
  shop = await open();
  await saveSettings(await signUpAdmin(shop), { holds: bounds });
});

const from = (address: string) => ({ "x-forwarded-for": address });

const begin = async ({ send }: SignedIn, { _id, totalPrice }: Order) => {
  const asked = { order: _id, price: totalPrice };
  const { status, body } = await send("POST", "/api/create-payment-intent", asked);
  return { status, ...(body as { clientSecret: string; heldUntil: string | null }) };
};

/** Each orders a part of their own, so that nobody has let one lapse. */
const orderFrom = async (addresses: readonly string[], each: number) => {
  const placed: { buyer: SignedIn; order: Order; part: StockedPart }[] = [];
  for (const address of addresses) {
    const buyer = await signUp(shop, { headers: from(address) });
    for (let at = 0; at < each; at++) {
      const part = await aStockedPart(shop, { availablQuantity: 10 });
      placed.push({ buyer, part, order: await placeOrder(buyer, part, { quantity: 9 }) });
    }
  }
  return placed;
};

describe.each([
  { who: "a person", addresses: ["192.0.2.1"], each: 4, held: bounds.ordersEach },
  {
    who: "an address",
    addresses: ["198.51.100.7", "198.51.100.7", "198.51.100.7"],
    each: 2,
    held: bounds.ordersPerNetwork,
  },
  {
    who: "a /24",
    addresses: ["198.51.102.1", "198.51.102.2", "198.51.102.3", "198.51.102.4"],
    each: 2,
    held: bounds.ordersPerWideNetwork,
  },
  {
    who: "a /64",
    addresses: ["2001:db8:1:1::1", "2001:db8:1:1::2", "2001:db8:1:1:f::3"],
    each: 2,
    held: bounds.ordersPerNetwork,
  },
  {
    who: "a /48",
    addresses: ["2001:db8:2:1::1", "2001:db8:2:2::1", "2001:db8:2:3::1", "2001:db8:2:4::1"],
    each: 2,
    held: bounds.ordersPerWideNetwork,
  },
])("$who", ({ addresses, each, held }) => {
  it("holds no more by paying than by ordering, and is told", async () => {
    const placed = await orderFrom(addresses, each);
    const begun = await Promise.all(placed.map(({ buyer, order }) => begin(buyer, order)));
    expect(begun.map(({ status }) => status)).toEqual(placed.map(() => 200));
    expect(begun.filter(({ heldUntil }) => heldUntil !== null)).toHaveLength(held);
    const left = await Promise.all(placed.map(({ part }) => readStock(shop, part)));
    expect(left.filter((stock) => stock < 10)).toHaveLength(held);
    // When their time is over, others of theirs are held, and no more than before.
    for (const { order } of placed) await lapseReservations(shop.shop.db, order);
    await expireHolds(shop.shop.db);
    const again = await Promise.all(placed.map(({ buyer, order }) => begin(buyer, order)));
    expect(again.filter(({ heldUntil }) => heldUntil !== null)).toHaveLength(held);
  });
});

it("an order is reserved again twice at most", async () => {
  const [placed] = await orderFrom(["203.0.113.1"], 1);
  if (!placed) throw new Error("Nothing was ordered");
  const { buyer, order, part } = placed;
  for (let times = 0; times < 2; times++) {
    await lapseReservations(shop.shop.db, order);
    const soon = Date.now() + 14 * 60_000;
    expect(Date.parse((await begin(buyer, order)).heldUntil ?? "")).toBeGreaterThan(soon);
  }
  await lapseReservations(shop.shop.db, order);
  expect(await begin(buyer, order)).toMatchObject({ status: 200, heldUntil: null });
  expect(await readStock(shop, part)).toBe(10);
});

it("a hold that is about to end is renewed twice at most, and one that lasts is left as it is", async () => {
  const [placed] = await orderFrom(["203.0.114.1"], 1);
  if (!placed) throw new Error("Nothing was ordered");
  const { buyer, order } = placed;
  const heldUntil = async () => Date.parse((await begin(buyer, order)).heldUntil ?? "");
  expect(await heldUntil()).toBeGreaterThan(Date.now() + 59 * 60_000);
  for (let times = 0; times < 2; times++) {
    await changeReservations(shop.shop.db, order, { expiresAt: timeFromNow({ minutes: 4 }) });
    expect(await heldUntil()).toBeGreaterThan(Date.now() + 14 * 60_000);
  }
  await changeReservations(shop.shop.db, order, { expiresAt: timeFromNow({ minutes: 4 }) });
  expect(await heldUntil()).toBeLessThan(Date.now() + 5 * 60_000);
});

it("who let a part lapse gets no other hold on it by paying another order", async () => {
  const buyer = await signUp(shop, { headers: from("203.0.115.1") });
  const part = await aStockedPart(shop, { availablQuantity: 10 });
  const first = await placeOrder(buyer, part, { quantity: 4 });
  await lapseReservations(shop.shop.db, first);
  await expireHolds(shop.shop.db);
  const second = await placeOrder(buyer, part, { quantity: 4 });
  expect(await begin(buyer, second)).toMatchObject({ status: 200, heldUntil: null });
  expect((await begin(buyer, first)).heldUntil).not.toBeNull();
});
