import { describe, expect, it } from "vitest";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  readOrderRecords,
} from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { findWebhookBody, sendWebhook, signWebhook, webhookPath } from "#tests/webhooks.ts";

async function open({ webhooks = "hold" as "hold" | "deliver" } = {}) {
  const shop = await openPayingShop({ webhooks });
  const buyer = await signUp(shop);
  const secret = shop.cards.env.STRIPE_WEBHOOK_SECRET;
  /** Paid at the provider, and not reported to the shop. */
  const paidThere = async () => {
    const ordered = await orderFirstPart(shop, buyer);
    const intent = intentIdOf(
      await createClientSecret(buyer, ordered).then((secret) => pay(secret)),
    );
    return { ordered, intent, message: findWebhookBody(shop, intent, "payment_intent.succeeded") };
  };
  const pay = async (clientSecret: string) => {
    await shop.cards.pay(clientSecret);
    return clientSecret;
  };
  return { shop, buyer, secret, paidThere };
}

describe("the provider's event", () => {
  it("marks an order paid whose customer never came back", async () => {
    const { shop, buyer } = await open({ webhooks: "deliver" });
    const ordered = await orderFirstPart(shop, buyer);
    await shop.cards.pay(await createClientSecret(buyer, ordered));
    await expect
      .poll(() => readOrderRecords(shop, ordered._id))
      .toMatchObject({ state: "paid", payments: ["succeeded"] });
  });

  it("may come before the browser's request, after it, and again", async () => {
    const { shop, buyer, secret, paidThere } = await open();
    const { ordered, intent, message } = await paidThere();
    const send = () =>
      sendWebhook(shop, { body: message, signature: signWebhook(message, secret) });
    expect(await send()).toBe(200);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({
      state: "paid",
      transaction: intent,
    });
    expect((await confirmPayment(buyer, ordered, intent)).status).toBe(200);
    expect(await Promise.all([send(), send(), send()])).toEqual([200, 200, 200]);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ state: "paid", refunds: [] });
  });

  it("is only a reason to ask the provider", async () => {
    const { shop, buyer, secret } = await open();
    const ordered = await orderFirstPart(shop, buyer);
    const intent = intentIdOf(await createClientSecret(buyer, ordered));
    const truth = JSON.parse(findWebhookBody(shop, intent, "payment_intent.created"));
    const said = { status: "succeeded", amount_received: truth.data.object.amount };
    const lie = JSON.stringify({
      ...truth,
      type: "payment_intent.succeeded",
      data: { object: { ...truth.data.object, ...said } },
    });
    expect(await sendWebhook(shop, { body: lie, signature: signWebhook(lie, secret) })).toBe(200);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({
      state: "unpaid",
      payments: ["open"],
    });
  });

  it("about an unknown payment changes nothing", async () => {
    const { shop, secret, paidThere } = await open();
    const { ordered, intent, message } = await paidThere();
    const unknown = message
      .replaceAll(intent, "pi_somebody_elses")
      .replaceAll(/"payment": ?"[^"]*"/g, '"payment":"x"');
    const others = [
      unknown,
      '{"object":"event","type":"payout.paid","data":{"object":{"id":"po_1","object":"payout"}}}',
    ];
    for (const body of others) {
      expect(await sendWebhook(shop, { body, signature: signWebhook(body, secret) })).toBe(200);
    }
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ state: "unpaid" });
  });

  it("must be sent again while the provider is down", async () => {
    expectWarning(/The card provider cannot be reached/);
    const { shop, secret, paidThere } = await open();
    const { ordered, message } = await paidThere();
    shop.cards.faults({ down: true });
    const send = () =>
      sendWebhook(shop, { body: message, signature: signWebhook(message, secret) });
    expect(await send()).toBe(503);
    shop.cards.faults({ clear: true });
    expect(await send()).toBe(200);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ state: "paid" });
  });
});

describe("an event of somebody else", () => {
  it("is rejected before it is read", async () => {
    const { shop, secret, paidThere } = await open();
    const { ordered, message: body } = await paidThere();
    const old = Math.floor(Date.now() / 1000) - 301;
    const wrong: (string | undefined)[] = [
      undefined,
      "",
      "t=1,v1=x",
      signWebhook(body, ""),
      signWebhook(body, "whsec_another"),
      signWebhook(body, secret, { at: old }),
      signWebhook(body, secret, { scheme: "v0" }),
      signWebhook(`${body} `, secret),
    ];
    for (const signature of wrong) {
      expect(await sendWebhook(shop, { body, signature }), signature).toBe(400);
    }
    const form = { body, signature: "t=1,v1=x", type: "application/x-www-form-urlencoded" };
    expect(await sendWebhook(shop, form)).toBe(400);
    expect(await sendWebhook(shop, { body: "", signature: "t=1,v1=x" })).toBe(400);
    expect(await sendWebhook(shop, { body: "x".repeat(70_000), signature: "t=1,v1=x" })).toBe(413);
    expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ state: "unpaid" });
  });

  it("is rejected with an admin's session too", async () => {
    const { shop } = await open();
    const admin = await signUpAdmin(shop);
    expect(await admin.send("POST", webhookPath, { id: "evt_1" })).toMatchObject({ status: 400 });
    expect((await admin.get(webhookPath)).status).toBe(405);
  });
});
