// Cancelling returns the stock once, and the money once.

import { describe, expect, it, vi } from "vitest";
import type { Order } from "#contract/orders.ts";
import { listParts } from "#server/modules/catalog/list-parts.ts";
import type { ProviderRefund } from "#server/modules/payments/provider-types.ts";
import { handleRefundEvent } from "#server/modules/refunds/handle-refund-event.ts";
import { recordLetters } from "#tests/builders/letter.ts";
import { removeParts } from "#tests/builders/part.ts";
import { listRefunds } from "#tests/builders/payment.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderAndPay,
  orderFirstPart,
  readNetCharge,
  readOrderRecords,
  runDueJobs,
  totalCentsOf,
} from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

async function open() {
  const shop = await openPayingShop({ webhooks: "hold", stock: 100 });
  return { shop, buyer: await signUp(shop) };
}

const cancel = (who: SignedIn, { _id }: Order) => who.send("DELETE", `/api/orders/${_id}`);
const done = { status: 200, body: { deletedCount: 1 } };
const conflict = (message: unknown) => ({
  status: 409,
  body: { error: { code: "conflict", message } },
});

async function stockOf({ shop }: Awaited<ReturnType<typeof open>>["shop"]) {
  const [part] = await listParts(shop.db, {});
  return part?.availablQuantity;
}

describe("an unpaid order", () => {
  it("is cancelled, at the provider too, and its stock returns", async () => {
    const { shop, buyer } = await open();
    const lettersAbout = await recordLetters(shop);
    const ordered = await orderFirstPart(shop, buyer);
    const secret = await createClientSecret(buyer, ordered);
    expect(await cancel(buyer, ordered)).toEqual(done);
    expect(await readOrderRecords(shop, ordered._id)).toEqual({
      state: "cancelled",
      transaction: null,
      payments: ["dead"],
      refunds: [],
      movements: ["reserve 2", "release -2"],
    });
    expect(await lettersAbout(ordered._id)).toEqual(["order-placed", "order-cancelled"]);
    expect(await stockOf(shop)).toBe(100);
    expect((await shop.cards.pay(secret)).body.error?.code).toBe("payment_intent_unexpected_state");
    expect(await cancel(buyer, ordered)).toEqual(conflict("This order is cancelled already."));
    const body = { order: ordered._id, price: ordered.totalPrice };
    expect(await buyer.send("POST", "/api/create-payment-intent", body)).toEqual(
      conflict("This order was cancelled, so it cannot be paid."),
    );
  });

  it("is not refunded when the client expects it to be unpaid", async () => {
    const { shop, buyer } = await open();
    const { _id } = await orderAndPay(shop, buyer);
    expect(await buyer.send("DELETE", `/api/orders/${_id}?expected=unpaid`)).toEqual(
      conflict(expect.stringContaining("paid just now")),
    );
    expect(await readOrderRecords(shop, _id)).toMatchObject({ state: "paid", refunds: [] });
    expect(await buyer.send("DELETE", `/api/orders/${_id}?expected=paid`)).toEqual(done);
  });

  it("that was just paid stays paid, and the reply says so", async () => {
    const { shop, buyer } = await open();
    const ordered = await orderFirstPart(shop, buyer);
    await shop.cards.pay(await createClientSecret(buyer, ordered));
    expect(await cancel(buyer, ordered)).toEqual(conflict(expect.stringMatching(/paid just now/)));
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ state: "paid", refunds: [] });
    expect(await cancel(buyer, ordered)).toEqual(done);
    expect(readNetCharge(shop, ordered)).toBe(0);
  });

  it("is cancelled while the provider is down; a late payment is refunded", async () => {
    expectWarning(/The card provider cannot be reached/);
    const { shop, buyer } = await open();
    const lettersAbout = await recordLetters(shop);
    const ordered = await orderFirstPart(shop, buyer);
    const secret = await createClientSecret(buyer, ordered);
    shop.cards.faults({ down: true });
    expect(await cancel(buyer, ordered)).toEqual(done);
    expect(await stockOf(shop)).toBe(100);
    shop.cards.faults({ clear: true, webhooks: "hold" });
    await shop.cards.pay(secret);
    expect(await confirmPayment(buyer, ordered, intentIdOf(secret))).toEqual(
      conflict(
        "This order was cancelled, so it cannot be paid. Your payment is being refunded in full.",
      ),
    );
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({
      state: "cancelled",
      payments: ["succeeded"],
      refunds: ["late succeeded"],
      movements: ["reserve 2", "release -2"],
    });
    expect(await lettersAbout(ordered._id)).toContain("order-refunded");
    expect(readNetCharge(shop, ordered)).toBe(0);
  });

  it("is cancelled at the provider when that is back", async () => {
    expectWarning(/The card provider cannot be reached/);
    const { shop, buyer } = await open();
    const ordered = await orderFirstPart(shop, buyer);
    const secret = await createClientSecret(buyer, ordered);
    shop.cards.faults({ down: true });
    await cancel(buyer, ordered);
    shop.cards.faults({ clear: true });
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ payments: ["dead"] });
    expect((await shop.cards.pay(secret)).status).toBe(400);
  });

  it("does not wait for a slow provider", async () => {
    expectWarning(/The card provider cannot be reached/);
    const { shop, buyer } = await open();
    const ordered = await orderFirstPart(shop, buyer);
    await createClientSecret(buyer, ordered);
    shop.cards.faults({ hang: 1, path: "cancel$" });
    const begun = performance.now();
    expect(await cancel(buyer, ordered)).toEqual(done);
    // Others of its calls may take 10 seconds.
    expect(performance.now() - begun).toBeLessThan(9_000);
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ payments: ["dead"] });
  });
});

describe("a paid order", () => {
  it("is refunded, and its stock returns", async () => {
    const { shop, buyer } = await open();
    const lettersAbout = await recordLetters(shop);
    const paid = await orderAndPay(shop, buyer);
    expect(await cancel(buyer, paid)).toEqual(done);
    expect(await readOrderRecords(shop, paid._id)).toEqual({
      state: "refunded",
      transaction: paid.transactionId,
      payments: ["succeeded"],
      refunds: ["cancelled succeeded"],
      movements: ["reserve 2", "release -2"],
    });
    const told = ["order-placed", "order-paid", "order-cancelled", "order-refunded"];
    expect(await lettersAbout(paid._id)).toEqual(told);
    expect(readNetCharge(shop, paid)).toBe(0);
    expect(await stockOf(shop)).toBe(100);
    expect(await cancel(buyer, paid)).toEqual(conflict(expect.stringMatching(/was refunded/)));
    expect((await confirmPayment(buyer, paid, paid.transactionId ?? "")).status).toBe(409);
  });

  it("is refunded once when the provider is back", async () => {
    expectWarning(/The card provider cannot be reached/);
    const { shop, buyer } = await open();
    const paid = await orderAndPay(shop, buyer);
    shop.cards.faults({ down: true });
    expect(await cancel(buyer, paid)).toEqual(done);
    expect(await stockOf(shop)).toBe(100);
    expect(await cancel(buyer, paid)).toEqual(conflict(expect.stringMatching(/being refunded/)));
    shop.cards.faults({ clear: true, webhooks: "hold" });
    // It makes the refund and responds with an error.
    shop.cards.faults({ failForGood: 1, path: "POST /v1/refunds" });
    await runDueJobs(shop);
    expect(shop.cards.refunds()).toHaveLength(1);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "refunding" });
    await runDueJobs(shop);
    await runDueJobs(shop);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({
      state: "refunded",
      refunds: ["cancelled succeeded"],
      movements: ["reserve 2", "release -2"],
    });
    expect(readNetCharge(shop, paid)).toBe(0);
  });

  it("is refunded once, however often it is deleted", async () => {
    const { shop, buyer } = await open();
    const admin = await signUpAdmin(shop);
    const paid = await orderAndPay(shop, buyer);
    const people = [buyer, admin, buyer, admin, buyer, admin];
    const answers = await Promise.all(people.map((who) => cancel(who, paid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    await runDueJobs(shop);
    expect(shop.cards.refunds()).toHaveLength(1);
    expect(readNetCharge(shop, paid)).toBe(0);
    expect(await stockOf(shop)).toBe(100);
  });

  it("counts as refunded when it was refunded in the dashboard", async () => {
    const { shop, buyer } = await open();
    const paid = await orderAndPay(shop, buyer);
    const { STRIPE_API_URL: host, STRIPE_SECRET_KEY: key } = shop.cards.env;
    await fetch(`${host}/v1/refunds`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({ payment_intent: paid.transactionId ?? "" }),
    });
    expect(await cancel(buyer, paid)).toEqual(done);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "refunded" });
    expect(readNetCharge(shop, paid)).toBe(0);
  });
});

describe("a pending refund", () => {
  it("is checked after an event, and not requested again", async () => {
    const { shop, buyer } = await open();
    const paid = await orderAndPay(shop, buyer);
    const { provider } = shop.shop;
    if (!provider) throw new Error("There is no card provider");
    const refund = provider.refund.bind(provider);
    const asked = vi.spyOn(provider, "refund");
    asked.mockImplementation(async (wanted) => ({ ...(await refund(wanted)), status: "pending" }));
    expect(await cancel(buyer, paid)).toEqual(done);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "refunding" });
    const [{ id = "" } = {}] = shop.cards.refunds();
    await handleRefundEvent(shop.shop, { id });
    await expect.poll(() => readOrderRecords(shop, paid._id)).toMatchObject({ state: "refunded" });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("stays wanted when it fails", async () => {
    expectWarning(/refused refund/);
    const { shop, buyer } = await open();
    const paid = await orderAndPay(shop, buyer);
    const { provider } = shop.shop;
    if (!provider) throw new Error("There is no card provider");
    const failed = { id: "re_1", status: "failed", amount: totalCentsOf(paid) } as ProviderRefund;
    vi.spyOn(provider, "refund").mockResolvedValue(failed);
    expect(await cancel(buyer, paid)).toEqual(done);
    const [row] = await listRefunds(shop.shop.db, paid._id);
    expect(row).toMatchObject({ status: "wanted", lastError: "The provider says: failed" });
  });
});

describe("who cancels", () => {
  it("is its owner or an admin, and is recorded", async () => {
    const { shop, buyer } = await open();
    const [stranger, admin] = [await signUp(shop), await signUpAdmin(shop)];
    const ordered = await orderFirstPart(shop, buyer);
    const foreign = await cancel(stranger, ordered);
    expect(foreign.status).toBe(404);
    expect(foreign).toEqual(await cancel(stranger, { ...ordered, _id: crypto.randomUUID() }));
    expect(await cancel(admin, ordered)).toEqual(done);
    const history = await admin.get(`/api/orders/${ordered._id}/history`);
    expect(history.body).toContainEqual(
      expect.objectContaining({ what: "cancelled", note: `By an admin, ${admin.email}` }),
    );
  });

  it("is an admin where the customer's account was deleted", async () => {
    const { shop, buyer } = await open();
    const admin = await signUpAdmin(shop);
    const paid = await orderAndPay(shop, buyer);
    expect((await admin.send("DELETE", `/api/user/${buyer.user._id}`)).status).toBe(200);
    expect(await cancel(admin, paid)).toEqual(done);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "refunded" });
    expect(readNetCharge(shop, paid)).toBe(0);
  });

  it("releases the stock of a deleted part too", async () => {
    const { shop, buyer } = await open();
    const [paid, ordered] = [await orderAndPay(shop, buyer), await orderFirstPart(shop, buyer)];
    await removeParts(shop);
    expect(await cancel(buyer, paid)).toEqual(done);
    expect(await cancel(buyer, ordered)).toEqual(done);
    expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "refunded" });
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({
      movements: ["reserve 2", "release -2"],
    });
  });
});
