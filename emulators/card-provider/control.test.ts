import { describe, expect, it } from "vitest";
import { demoVins } from "#seed/fit/demo-vins.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openCardProvider } from "#tests/open-card-provider.ts";
import { openPage } from "#tests/open-page.ts";
import { createStripeClient, readStripeError } from "#tests/stripe-client.ts";

const order = { amount: 2_000, currency: "usd" };

async function open() {
  const provider = await openCardProvider();
  const json = { "content-type": "application/json" };
  const post = (path: string, body: string, headers: Record<string, string> = json) =>
    fetch(provider.origin + path, { method: "POST", headers, body });
  return { provider, stripe: createStripeClient(provider), post };
}

describe("faults", () => {
  it.each([
    ["failBefore", 500],
    ["tooMany", 429],
  ] as const)("%s does nothing, so many times", async (fault, statusCode) => {
    const { provider, stripe } = await open();
    provider.faults({ [fault]: 2 });
    for (let time = 0; time < 2; time++) {
      expect(await readStripeError(stripe.paymentIntents.create(order))).toMatchObject({
        statusCode,
      });
    }
    expect(provider.intents()).toEqual([]);
    expect((await stripe.paymentIntents.create(order)).status).toBe("requires_payment_method");
  });

  it("are for the requests that are meant", async () => {
    const { provider, stripe } = await open();
    provider.faults({ failAfterActing: 1, path: "refunds" });
    const { id, client_secret: secret } = await stripe.paymentIntents.create(order);
    await provider.pay(secret ?? "");
    const refund = { payment_intent: id };
    const key = { idempotencyKey: "refund" };
    expect(await readStripeError(stripe.refunds.create(refund, key))).toMatchObject({
      statusCode: 500,
    });
    expect(await stripe.refunds.create(refund, key)).toMatchObject({ amount: 2_000 });
    expect(provider.refunds()).toHaveLength(1);
  });

  it("end when that is asked for, all or one", async () => {
    const { provider, stripe } = await open();
    const list = () => readStripeError(stripe.paymentIntents.list());
    provider.faults({ down: true });
    expect(await list()).toMatchObject({ statusCode: 503 });
    provider.faults({ down: "refuse" });
    expect(await list()).toMatchObject({ type: "StripeConnectionError" });
    provider.faults({ down: false, failBefore: 9 });
    expect(await list()).toMatchObject({ statusCode: 500 });
    provider.faults({ clear: true });
    expect(await list()).toBe("it was not refused");
    expect(provider.state().faults).toEqual([]);
  });
});

describe("the control", () => {
  it("hears JSON on this machine, and nothing that another site's page can send", async () => {
    const { provider, stripe, post } = await open();
    const down = JSON.stringify({ down: true });
    expect((await post("/control", down, { "content-type": "text/plain" })).status).toBe(415);
    expect((await post("/control", "{")).status).toBe(400);
    expect((await post("/control", JSON.stringify({ failBefore: 1, path: "(" }))).status).toBe(400);
    expect(provider.state().faults).toEqual([]);
    expect(await (await post("/control", down)).json()).toMatchObject({
      faults: [{ kind: "down", value: true }],
    });
    expect(await readStripeError(stripe.paymentIntents.list())).toMatchObject({ statusCode: 503 });
    expect((await post("/control", JSON.stringify({ clear: true }))).status).toBe(200);
    await stripe.paymentIntents.create(order);
    const events = await (await fetch(`${provider.origin}/control/events`)).json();
    expect(events).toMatchObject([{ type: "payment_intent.created", state: "wanted" }]);
  });

  it("is a page with what is on record, and buttons", async () => {
    const { provider, stripe } = await open();
    const intent = await stripe.paymentIntents.create({
      ...order,
      metadata: { order: '<script>alert("x")</script>' },
    });
    await provider.pay(intent.client_secret ?? "");
    await stripe.refunds.create({ payment_intent: intent.id, amount: 700 });
    const page = await openPage(`${provider.origin}/`);
    await page.getByRole("cell", { name: intent.id }).first().waitFor();
    await page.getByRole("cell", { name: "$7.00" }).waitFor();
    expect(await page.getByRole("region", { name: "Cars" }).getByRole("row").count()).toBe(
      demoVins.length + 1,
    );
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Down (503)" }).click();
    await page.getByText('"kind":"down"').waitFor();
    expect(provider.state().faults).toMatchObject([{ kind: "down" }]);
    await page.getByRole("button", { name: "All is well" }).click();
    await page.getByText("Nothing.").waitFor();
  });
});
