import { describe, expect, it } from "vitest";
import type { OrderEvent } from "#contract/orders.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { changeOrder } from "#tests/builders/order.ts";
import { addPayment, addRefund, changeRefunds } from "#tests/builders/payment.ts";
import { shareShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

const share = shareShop();

async function open() {
  const shop = await share();
  const people = { vera: await signUp(shop), ada: await signUpAdmin(shop) };
  return { shop, ...people, part: await aStockedPart(shop) };
}

describe("an order's history", () => {
  it("lists the events in order, with the money", async () => {
    const { shop, vera, ada, part } = await open();
    const { db } = shop.shop;
    const order = await placeOrder(vera, part);
    const { _id, totalPrice: amount, orderedAt } = order;
    const time = (seconds: number) => new Date(Date.parse(orderedAt) + seconds * 1_000);
    const at = (seconds: number) => time(seconds).toISOString();
    const amountCents = 9_100;
    await addPayment(db, order, {
      amountCents,
      state: "dead",
      intentId: "pi_dead",
      createdAt: time(1),
      settledAt: time(2),
    });
    const won = await addPayment(db, order, {
      amountCents,
      intentId: "pi_won",
      createdAt: time(3),
      settledAt: time(4),
    });
    await changeOrder(db, order, {
      state: "refunded",
      transactionId: "pi_won",
      closedAt: time(5),
      closedBy: ada.user._id,
    });
    await addRefund(db, order, {
      paymentId: won,
      amountCents,
      reason: "cancelled",
      createdAt: time(6),
    });
    const history = async () => (await ada.get(`/api/orders/${_id}/history`)).body as OrderEvent[];
    const begun = [
      { at: orderedAt, what: "ordered", amount },
      { at: at(1), what: "payment-begun", amount, reference: "pi_dead" },
      { at: at(2), what: "payment-given-up", amount, reference: "pi_dead" },
      { at: at(3), what: "payment-begun", amount, reference: "pi_won" },
      { at: at(4), what: "paid", amount, reference: "pi_won" },
      { at: at(5), what: "cancelled", note: `By an admin, ${ada.email}` },
    ];
    const wanted = { at: at(6), what: "refund-wanted", amount, reference: "pi_won" };
    expect(await history()).toEqual([...begun, { ...wanted, note: "The order was cancelled" }]);

    await changeRefunds(db, order, { tries: 2, lastError: "card_declined" });
    expect((await history()).at(-1)?.note).toBe(
      "The order was cancelled; tried 2 times: card_declined",
    );

    await changeRefunds(db, order, { status: "succeeded", refundId: "re_1", doneAt: time(7) });
    expect(await history()).toEqual([
      ...begun,
      { ...wanted, note: "The order was cancelled" },
      { at: at(7), what: "refunded", amount, reference: "re_1" },
    ]);

    // All the money came back piece by piece.
    await changeOrder(db, order, { paidAt: time(4), closedBy: null });
    expect((await history()).map(({ what }) => what)).not.toContain("cancelled");
  });

  it("names the customer who cancelled, and is for admins only", async () => {
    const { shop, vera, ada, part } = await open();
    const { _id } = await placeOrder(vera, part);
    await vera.send("DELETE", `/api/orders/${_id}`);
    const told = async () =>
      ((await ada.get(`/api/orders/${_id}/history`)).body as OrderEvent[])[1];
    expect(await told()).toMatchObject({ what: "cancelled", note: "By the customer" });
    await ada.send("DELETE", `/api/user/${vera.user._id}`);
    expect(await told()).toMatchObject({ note: "By an account that is gone" });
    expect((await ada.get(`/api/orders/${newId()}/history`)).status).toBe(404);
    expect((await shop.get(`/api/orders/${_id}/history`)).status).toBe(401);
  });
});
