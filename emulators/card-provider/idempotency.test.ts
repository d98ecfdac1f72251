import { describe, expect, it } from "vitest";
import { openCardProvider } from "#tests/open-card-provider.ts";
import { createStripeClient, readStripeError } from "#tests/stripe-client.ts";

const order = { amount: 2_000, currency: "usd" };
const key = { idempotencyKey: "the key of this payment" };

async function open() {
  const provider = await openCardProvider();
  return { provider, stripe: createStripeClient(provider) };
}

describe("an idempotency key", () => {
  it("gives the same answer again, and does nothing again", async () => {
    const { provider, stripe } = await open();
    const first = await stripe.paymentIntents.create(
      { ...order, metadata: { a: "1", b: "2" } },
      key,
    );
    const again = await stripe.paymentIntents.create(
      { metadata: { b: "2", a: "1" }, ...order },
      key,
    );
    expect(again).toEqual(first);
    expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(provider.intents()).toHaveLength(1);
    expect(provider.events()).toHaveLength(1);
  });

  it("is refused for anything else", async () => {
    const { provider, stripe } = await open();
    const { id } = await stripe.paymentIntents.create(order, key);
    const expected = { type: "StripeIdempotencyError", statusCode: 400 };
    for (const other of [
      stripe.paymentIntents.create({ ...order, amount: 2_001 }, key),
      stripe.paymentIntents.cancel(id, {}, key),
    ]) {
      expect(await readStripeError(other)).toMatchObject(expected);
    }
    expect(provider.intents()).toMatchObject([{ status: "requires_payment_method" }]);
  });

  it("is one request, however many ask at once", async () => {
    const { provider, stripe } = await open();
    provider.faults({ slowMs: 200 });
    const asked = Array.from({ length: 20 }, () => stripe.paymentIntents.create(order, key));
    const answers = await Promise.allSettled(asked);
    const codes = answers.map((each) =>
      each.status === "rejected" ? each.reason.statusCode : 200,
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 409)).toHaveLength(19);
    expect(provider.intents()).toHaveLength(1);
  });

  it("remembers what was refused on its merits, not what could not be read", async () => {
    const { provider, stripe } = await open();
    await readStripeError(
      stripe.paymentIntents.create({ ...order, colour: "red" } as typeof order, key),
    );
    const intent = await stripe.paymentIntents.create(order, key);
    const refundKey = { idempotencyKey: "refund" };
    const refund = () => stripe.refunds.create({ payment_intent: intent.id }, refundKey);
    const first = await readStripeError(refund());
    expect(first).toMatchObject({ statusCode: 400 });
    await provider.pay(intent.client_secret ?? "");
    expect(await readStripeError(refund())).toEqual(first);
  });
});

describe("a lost answer", () => {
  it.each(["failAfterActing", "reset"] as const)("is found again by its key: %s", async (fault) => {
    const { provider, stripe } = await open();
    // The stripe package retries once when a connection breaks.
    provider.faults({ [fault]: fault === "reset" ? 2 : 1 });
    await expect(stripe.paymentIntents.create(order, key)).rejects.toThrow();
    expect(provider.intents()).toHaveLength(1);
    const again = await stripe.paymentIntents.create(order, key);
    expect(again.id).toBe(provider.intents()[0]?.id);
    expect(provider.intents()).toHaveLength(1);
  });

  it("is found again by its key: hang", async () => {
    const { provider } = await open();
    const stripe = createStripeClient(provider, undefined, { timeout: 300 });
    provider.faults({ hang: 1 });
    expect(await readStripeError(stripe.paymentIntents.create(order, key))).toMatchObject({
      type: "StripeConnectionError",
    });
    expect((await stripe.paymentIntents.create(order, key)).id).toBe(provider.intents()[0]?.id);
  });

  it("may stay a 500 for good, as the real one keeps it", async () => {
    const { provider, stripe } = await open();
    provider.faults({ failForGood: 1 });
    const refused = { type: "StripeAPIError", statusCode: 500 };
    expect(await readStripeError(stripe.paymentIntents.create(order, key))).toMatchObject(refused);
    expect(await readStripeError(stripe.paymentIntents.create(order, key))).toMatchObject(refused);
    expect(provider.intents()).toHaveLength(1);
  });
});
