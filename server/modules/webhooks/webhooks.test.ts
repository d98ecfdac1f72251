import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { Webhook, WebhookDelivery, WebhookKind } from "#contract/webhooks.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { announceEvents } from "#tests/builders/event.ts";
import { countBlocked } from "#tests/builders/lock.ts";
import { failWebhookSince, sendDueWebhooks, whileRemoved } from "#tests/builders/webhook.ts";
import { type OpenShop, openShop, shareShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { waitForLetter } from "#tests/outbox.ts";
import { type SignedIn, signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";
import {
  countAccepted,
  failOften,
  type Message,
  openReceiver,
  type ReceivedMessage,
  readAcceptedPrices,
  verifyMessage,
  type WebhookReceiver,
} from "#tests/webhook-receiver.ts";
import { webhookConsumer } from "./queue-messages.ts";

const plainShop = shareShop();

async function openWithReceiver() {
  const receiver = await openReceiver();
  const shop = await openShop({ env: { WEBHOOK_HOSTS: receiver.host } });
  return { receiver, shop, admin: await signUpAdmin(shop) };
}

async function addWebhook(admin: SignedIn, { url }: WebhookReceiver, kinds: WebhookKind[]) {
  const made = await admin.send("POST", "/api/webhooks", { name: "Accounting", url, kinds });
  expect(made.status).toBe(200);
  return made.body as { _id: string; secret: string };
}

const readOne = async (admin: SignedIn, id: string) =>
  ((await admin.get("/api/webhooks")).body as Webhook[]).find(({ _id }) => _id === id);

const readLog = async (admin: SignedIn, id: string, query = "") =>
  (await admin.get(`/api/webhooks/${id}/deliveries${query}`)).body as WebhookDelivery[];

async function untilDelivered(shop: OpenShop, admin: SignedIn, id: string): Promise<void> {
  const waiting = async () => {
    await sendDueWebhooks(shop);
    return (await readOne(admin, id))?.waiting;
  };
  await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toBe(0);
}

describe("webhooks", { timeout: 300_000 }, () => {
  it("tell each event once, signed, with what it is about", async () => {
    const { shop, admin, receiver } = await openWithReceiver();
    const { _id, secret } = await addWebhook(admin, receiver, [
      "order.placed",
      "part.stock-changed",
    ]);
    const vera = await signUp(shop);
    const part = await aStockedPart(shop);
    const order = await placeOrder(vera, part);
    await sendDueWebhooks(shop);
    await expect.poll(() => receiver.received).toHaveLength(2);
    const told = receiver.received.map((message) => verifyMessage(secret, message));
    expect(told.find(({ type }) => type === "order.placed")).toEqual({
      type: "order.placed",
      timestamp: expect.any(String),
      data: {
        _id: order._id,
        number: order.number,
        state: "unpaid",
        fulfilment: "none",
        quantity: order.quantity,
        totalPrice: order.totalPrice,
        refunded: 0,
      },
    });
    expect(told.find(({ type }) => type === "part.stock-changed")?.data).toMatchObject({
      _id: part.id,
      availablQuantity: part.availablQuantity - order.quantity,
    });
    expect(receiver.received.map(({ body }) => body).join()).not.toContain(vera.email);
    await untilDelivered(shop, admin, _id);
    expect(await readLog(admin, _id, "?state=delivered")).toHaveLength(2);
    expect(receiver.received).toHaveLength(2);
  });

  // Row 56 of the proofs sends 1,000.
  it("arrive 100 times in the order of each thing, though a third of the attempts fails", async () => {
    const { shop, admin, receiver } = await openWithReceiver();
    const { _id, secret } = await addWebhook(admin, receiver, ["part.price-changed"]);
    failOften(receiver);
    const parts = await Promise.all(Array.from({ length: 10 }, () => aStockedPart(shop)));
    const changes = Array.from({ length: 10 }, (_, at) =>
      parts.map(({ id }) => ({ name: "part.price-changed", about: id, data: { price: at + 1 } })),
    );
    await announceEvents(shop, changes.flat());
    const delivered = async () => {
      await sendDueWebhooks(shop);
      return countAccepted(receiver);
    };
    await expect.poll(delivered, { timeout: 200_000, interval: 100 }).toBe(100);
    await untilDelivered(shop, admin, _id);
    const prices = readAcceptedPrices(receiver, secret);
    expect(prices.size).toBe(10);
    for (const told of prices.values()) {
      expect(told).toEqual(told.toSorted((one, other) => one - other));
      expect(new Set(told).size).toBe(10);
    }
    expect(await readOne(admin, _id)).toMatchObject({ waiting: 0, failed: 0 });
  });

  it("a test is sent at once; its answer, which is no redirect to follow, is in the log", async () => {
    const { admin, receiver } = await openWithReceiver();
    const { _id, secret } = await addWebhook(admin, receiver, ["order.paid"]);
    receiver.answerWith((response) => {
      response.writeHead(302, { location: "/elsewhere" }).end("x".repeat(100_000));
      return false;
    });
    const sent = await admin.send("POST", `/api/webhooks/${_id}/test`);
    expect(sent.body).toMatchObject({ kind: "webhook.test", state: "waiting" });
    await expect.poll(async () => (await readLog(admin, _id))[0]?.status).toBe(302);
    const [logged] = await readLog(admin, _id);
    expect(logged).toMatchObject({ state: "waiting", attempts: 1, durationMs: expect.any(Number) });
    expect(logged?.answer).toMatch(/^Redirects are not followed\. x{400}/);
    expect(logged?.answer.length).toBe(500);
    expect(receiver.received).toHaveLength(1);
    expect(verifyMessage(secret, receiver.received[0] as ReceivedMessage).type).toBe(
      "webhook.test",
    );
    expect(logged?.messageId).toBe(receiver.received[0]?.headers["webhook-id"]);
    const csv = await (await admin.request(`/api/webhooks/${_id}/deliveries/csv`)).text();
    expect(csv).toContain(`${logged?.messageId},webhook.test,waiting,1,302`);
  });

  it("a test waits for a removal that has begun, and is refused after it", async () => {
    const { shop, admin, receiver } = await openWithReceiver();
    const { _id } = await addWebhook(admin, receiver, ["order.paid"]);
    const sent = await whileRemoved(shop, _id, async () => {
      const answer = admin.send("POST", `/api/webhooks/${_id}/test`);
      await expect.poll(() => countBlocked(shop.shop.db)).toBe(1);
      return { answer };
    });
    expect((await sent.answer).status).toBe(404);
  });

  it("a new secret signs beside the one before for a day", async () => {
    const { admin, receiver } = await openWithReceiver();
    const { _id, secret } = await addWebhook(admin, receiver, ["order.paid"]);
    const renewed = await admin.send("POST", `/api/webhooks/${_id}/secret`);
    const next = (renewed.body as { secret: string }).secret;
    expect(next).not.toBe(secret);
    await admin.send("POST", `/api/webhooks/${_id}/test`);
    await expect.poll(() => receiver.received).toHaveLength(1);
    const [message] = receiver.received as [ReceivedMessage];
    for (const each of [secret, next])
      expect(verifyMessage(each, message).type).toBe("webhook.test");
    expect(() => verifyMessage(`whsec_${btoa("another")}`, message)).toThrow();
    const webhook = await readOne(admin, _id);
    expect(JSON.stringify(webhook)).not.toMatch(/whsec_/);
    expect(Date.parse(webhook?.previousSecretUntil ?? "")).toBeGreaterThan(Date.now());
  });

  it("one that fails for days is switched off, its owners learn of it, and all can be replayed", async () => {
    const { shop, admin, receiver } = await openWithReceiver();
    await verifyEmail(shop, admin);
    const { _id } = await addWebhook(admin, receiver, ["part.price-changed"]);
    receiver.answerWith((response) => {
      response.writeHead(503).end();
      return false;
    });
    const part = await aStockedPart(shop);
    for (const price of [11, 12]) await admin.send("PATCH", `/api/parts/${part.id}`, { price });
    await sendDueWebhooks(shop);
    await expect
      .poll(() => readOne(admin, _id))
      .toMatchObject({ isOn: true, waiting: 2, failingSince: expect.any(String) });
    await failWebhookSince(shop, _id, new Date(Date.now() - 4 * 86_400_000));
    const isOn = async () => {
      await sendDueWebhooks(shop);
      return (await readOne(admin, _id))?.isOn;
    };
    await expect.poll(isOn).toBe(false);
    expect(await readOne(admin, _id)).toMatchObject({ failed: 2, disabledAt: expect.any(String) });
    expect(await waitForLetter(shop)).toContain("Subject: The webhook Accounting was switched off");
    expect((await admin.send("POST", `/api/webhooks/${_id}/replay`, {})).status).toBe(409);

    receiver.received.length = 0;
    receiver.answerWith((response) => {
      response.end();
      return true;
    });
    expect((await admin.send("PATCH", `/api/webhooks/${_id}`, { isOn: true })).status).toBe(200);
    const replayed = await admin.send("POST", `/api/webhooks/${_id}/replay`, {});
    expect(replayed.body).toEqual({ count: 2 });
    await expect.poll(() => receiver.received).toHaveLength(2);
    const told = receiver.received.map(({ body }) => (JSON.parse(body) as Message).data.price);
    expect(told).toEqual([11, 12]);
    const [last] = await readLog(admin, _id);
    await expect.poll(async () => (await readLog(admin, _id))[0]?.state).toBe("delivered");
    const again = { delivery: last?._id };
    expect((await admin.send("POST", `/api/webhooks/${_id}/replay`, again)).body).toEqual({
      count: 1,
    });
    await expect.poll(() => receiver.received).toHaveLength(3);
    expect(receiver.received[2]?.headers["webhook-id"]).toBe(last?.messageId);
    const entries = (await admin.get("/api/audit?action=replay-webhook")).body as AuditEntry[];
    expect(entries.map(({ after }) => after?.count)).toEqual([1, 2]);
  });

  it("what is queued while one is switched off counts as not sent", async () => {
    const { shop, admin, receiver } = await openWithReceiver();
    const { _id } = await addWebhook(admin, receiver, ["part.price-changed"]);
    const part = await aStockedPart(shop);
    const event = { id: 1, name: "part.price-changed", about: part.id, tags: [], data: {} };
    const { db } = shop.shop;
    const [switched] = await inTransaction(db, async (tx) => {
      await webhookConsumer.handle(tx, [event]);
      const sent = admin.send("PATCH", `/api/webhooks/${_id}`, { isOn: false });
      await expect.poll(() => countBlocked(db, "webhook_endpoints")).toBe(1);
      return [sent];
    });
    expect((await switched)?.status).toBe(200);
    expect(await readOne(admin, _id)).toMatchObject({ isOn: false, waiting: 0, failed: 1 });
  });

  it.each([
    ["http://shop-partner.com/hook", "Must start with https://"],
    ["https://localhost/hook", "Must be on the public internet"],
    ["https://127.0.0.1/hook", "Must be on the public internet"],
    ["https://[::1]/hook", "Must be on the public internet"],
    ["https://2130706433/hook", "Must be on the public internet"],
    ["https://10.1.2.3/hook", "Must be on the public internet"],
    ["https://169.254.169.254/latest/meta-data", "Must be on the public internet"],
    ["https://metadata.google.internal/", "Must be on the public internet"],
    ["https://me:secret@shop-partner.com/hook", "Must not contain a name or a password"],
    ["ftp://shop-partner.com/hook", "Must be a web address that starts with https://"],
  ])("%s is refused", async (url, message) => {
    const admin = await signUpAdmin(await plainShop());
    const sent = { name: "Accounting", url, kinds: ["order.paid"] };
    const answer = await admin.send("POST", "/api/webhooks", sent);
    expect(answer).toMatchObject({ status: 400, body: { error: { fields: { url: message } } } });
    expect((await admin.get("/api/webhooks")).body).toEqual([]);
  });
});
