import { beforeAll, describe, expect, it } from "vitest";
import type { OrderPage } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import { aDiscount } from "#tests/builders/settings.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { aStockedPart } from "#tests/orders.ts";
import { readLetters } from "#tests/outbox.ts";
import { readNetCharge, sharePayingShop, totalCentsOf } from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import {
  asked,
  deliverEverywhere,
  orderBasket,
  orderTwoParts,
  shipPieces,
} from "#tests/returns.ts";
import { saveSettings } from "#tests/save-settings.ts";

const share = sharePayingShop({ webhooks: "hold" });
let admin: SignedIn;

beforeAll(async () => {
  admin = await signUpAdmin(await share());
  await deliverEverywhere(admin);
});

async function openShipped() {
  const shop = await share();
  const buyer = await signUp(shop);
  const opened = await orderTwoParts(shop, buyer);
  const readPage = async () =>
    (await admin.get(`/api/orders/${opened.order._id}/page`)).body as OrderPage;
  return { shop, buyer, readPage, ...opened };
}

type Lost = { line: string; quantity: number };

const lose = (
  { _id }: { _id: string },
  lines: readonly Lost[],
  resolution: "replace" | "refund",
  key: string = crypto.randomUUID(),
) => admin.send("POST", `/api/shipments/${_id}/losses`, { key, lines, resolution });

const firstParcel = ({ parcels: [parcel] }: OrderPage) => {
  if (!parcel) throw new Error("Nothing was shipped");
  return parcel;
};

describe("pieces that were lost on their way", () => {
  it("are sent again, once, and the customer sees it and gets a letter", async () => {
    const { shop, order, ofDisc, readPage } = await openShipped();
    await shipPieces(admin, order);
    const parcel = firstParcel(await readPage());
    const key = crypto.randomUUID();
    const lines = [{ line: ofDisc, quantity: 3 }];
    for (const _ of [1, 2]) {
      const again = await lose(parcel, lines, "replace", key);
      expect(again).toMatchObject({ status: 200, body: { amount: 0 } });
    }
    expect((await lose(parcel, lines, "refund", key)).status).toBe(409);
    const page = await readPage();
    expect(page.order).toMatchObject({ fulfilment: "partly_shipped", refunded: 0 });
    expect(page.order.lines[0]).toMatchObject({ shipped: 4, lost: 3, replaced: 3 });
    expect(page.steps).toContainEqual(expect.objectContaining({ what: "lost", parcel: 1 }));
    await expectReconciled(shop);
    const subject = `Parts of your order ${order.number} were lost on their way`;
    const written = async () => (await readLetters(shop)).filter((one) => one.includes(subject));
    await expect.poll(async () => (await written()).length).toBe(1);
    expect((await written())[0]).toContain("We send you the same again.");
    await shipPieces(admin, order);
    expect((await readPage()).order).toMatchObject({ fulfilment: "shipped" });
    await expectStockBalanced(shop.shop.db);
    await expectReconciled(shop);
  });

  it("are refunded, and never more than the parcel holds or than comes back", async () => {
    const { shop, buyer, order, ofDisc, ofPads, readPage } = await openShipped();
    await shipPieces(admin, order, [{ line: ofDisc, quantity: 2 }]);
    const parcel = firstParcel(await readPage());
    for (const lines of [
      [{ line: ofDisc, quantity: 3 }],
      [{ line: ofPads, quantity: 1 }],
      [
        { line: ofDisc, quantity: 1 },
        { line: ofDisc, quantity: 1 },
      ],
    ])
      expect((await lose(parcel, lines, "refund")).status).toBe(409);
    await asked(buyer, order, [{ line: ofDisc, quantity: 1 }]);
    expect((await lose(parcel, [{ line: ofDisc, quantity: 2 }], "refund")).status).toBe(409);
    const done = await lose(parcel, [{ line: ofDisc, quantity: 1 }], "refund");
    expect(done).toMatchObject({ status: 200, body: { amount: 49.99 } });
    expect(readNetCharge(shop, order)).toBe(totalCentsOf(order) - 4_999);
    expect((await readPage()).order).toMatchObject({ fulfilment: "partly_shipped" });
    const { lines } = (await buyer.get(`/api/orders/${order._id}`)).body as Order;
    expect(lines[0]).toMatchObject({ lost: 1, refunded: 49.99, returned: 0 });
    await expectReconciled(shop);
  });

  it("are refunded with what is left of them where an amount went back before", async () => {
    const { shop, order, ofPads, readPage } = await openShipped();
    await shipPieces(admin, order);
    const goodwill = { key: crypto.randomUUID(), reason: "goodwill", note: "", amount: 5 };
    const path = `/api/orders/${order._id}/refunds`;
    expect((await admin.send("POST", path, goodwill)).status).toBe(200);
    const page = await readPage();
    const left = 10_011 - Math.round((page.order.lines[1]?.refunded ?? 0) * 100);
    expect(left).toBeLessThan(10_011);
    const done = await lose(firstParcel(page), [{ line: ofPads, quantity: 3 }], "refund");
    expect(done).toMatchObject({ status: 200, body: { amount: left / 100 } });
    expect(readNetCharge(shop, order)).toBe(totalCentsOf(order) - 500 - left);
    await expectReconciled(shop);
  });

  it("that cost nothing are settled without a refund, and the letter says so", async () => {
    const shop = await share();
    const buyer = await signUp(shop);
    const [disc, gift] = [await aStockedPart(shop), await aStockedPart(shop, { number: "GIFT-1" })];
    const targets = [{ kind: "part" as const, id: "GIFT-1" }];
    const discounts = [aDiscount({ percentBp: 10_000, targets })];
    await saveSettings(admin, { discounts: { discounts } });
    const order = await orderBasket(shop, buyer, [
      [disc, 2],
      [gift, 2],
    ]);
    await saveSettings(admin, { discounts: { discounts: [] } });
    await shipPieces(admin, order);
    const page = (await admin.get(`/api/orders/${order._id}/page`)).body as OrderPage;
    const line = order.lines.find(({ total }) => total === 0)?._id ?? "";
    const key = crypto.randomUUID();
    const report = () => lose(firstParcel(page), [{ line, quantity: 1 }], "refund", key);
    expect(await report()).toMatchObject({ status: 200, body: { amount: 0 } });
    expect(await report()).toMatchObject({ status: 200, body: { amount: 0 } });
    const after = (await admin.get(`/api/orders/${order._id}/page`)).body as OrderPage;
    expect(after.order).toMatchObject({ refunded: 0 });
    expect(after.order.lines.find(({ _id }) => _id === line)).toMatchObject({ lost: 1 });
    const subject = `Parts of your order ${order.number} were lost on their way`;
    const written = async () => (await readLetters(shop)).find((one) => one.includes(subject));
    await expect.poll(written).toContain("They cost nothing, so no money goes back.");
    await expectReconciled(shop);
  });

  it("are none of a parcel that was only packed, and are noted by admins alone", async () => {
    const { buyer, order, ofDisc, readPage } = await openShipped();
    const body = { key: crypto.randomUUID(), isPacked: true };
    await admin.send("POST", `/api/orders/${order._id}/shipments`, body);
    const parcel = firstParcel(await readPage());
    const lines = [{ line: ofDisc, quantity: 1 }];
    expect((await lose(parcel, lines, "replace")).status).toBe(409);
    const loss = { key: crypto.randomUUID(), lines, resolution: "replace" };
    expect((await buyer.send("POST", `/api/shipments/${parcel._id}/losses`, loss)).status).toBe(
      403,
    );
  });
});
