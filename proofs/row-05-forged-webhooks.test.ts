// Row 5: forged webhooks, about payments that did succeed and of which the shop has not heard.
import { describe, expect, it } from "vitest";
import { placeOrder } from "#tests/orders.ts";
import { signUp } from "#tests/people.ts";
import { pick, random, randomBelow } from "#tests/random.ts";
import { findWebhookBody, sendWebhook, signWebhook, type WebhookMessage } from "#tests/webhooks.ts";
import {
  addPart,
  clientSecretFor,
  dropLetters,
  intentIn,
  keepLetters,
  recordsOf,
} from "./orders.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently } from "./send-request.ts";
import { changedSince, snapshot } from "./snapshot.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";

const forgedCount = full ? 10_000 : 300;
const paymentCount = full ? 20 : 3;

type Forge = (body: string, secret: string) => WebhookMessage;

const now = () => Math.floor(Date.now() / 1000);
const tooOld = () => now() - 301 - randomBelow(1e6);
const digestOf = (signature: string) => /v1=(\w+)/.exec(signature)?.[1] ?? "";

function withChangedByte(text: string): string {
  const at = randomBelow(text.length);
  return text.slice(0, at) + (text[at] === "0" ? "1" : "0") + text.slice(at + 1);
}

const signedAs =
  (change: (body: string) => string): Forge =>
  (body, secret) => ({ body: change(body), signature: signWebhook(body, secret) });
const signedBy =
  (signature: (body: string, secret: string) => string): Forge =>
  (body, secret) => ({ body, signature: signature(body, secret) });

const forgeries: Record<string, Forge> = {
  "no signature": (body) => ({ body }),
  "an empty signature": signedBy(() => ""),
  "an empty key": signedBy((body) => signWebhook(body, "")),
  "another key": signedBy((body) => signWebhook(body, `whsec_${random()}`)),
  "the key's name": signedBy((body) => signWebhook(body, "STRIPE_WEBHOOK_SECRET")),
  "the key without its last character": signedBy((body, key) =>
    signWebhook(body, key.slice(0, -1)),
  ),
  "a changed byte": signedAs(withChangedByte),
  "a byte more": signedAs((body) => `${body} `),
  "a byte less": signedAs((body) => body.slice(1)),
  "another scheme": signedBy((body, key) => signWebhook(body, key, { scheme: "v0" })),
  "no scheme": signedBy((body, key) => digestOf(signWebhook(body, key))),
  "no time": signedBy((body, key) => `v1=${digestOf(signWebhook(body, key))}`),
  "another time": signedBy(
    (body, key) => `t=${tooOld() + 1e6},v1=${digestOf(signWebhook(body, key))}`,
  ),
  "half a signature": signedBy((body, key) => signWebhook(body, key).slice(0, -32)),
  "the body formatted anew": signedAs((body) => JSON.stringify(JSON.parse(body), null, 2)),
  "the body in another order": signedAs((body) =>
    JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse())),
  ),
  "an old one, sent again": signedBy((body, key) => signWebhook(body, key, { at: tooOld() })),
  "an old one with a new time": signedBy(
    (body, key) => `t=${now()},v1=${digestOf(signWebhook(body, key, { at: tooOld() }))}`,
  ),
  "another webhook's signature": signedBy((body, key) =>
    signWebhook(body.replaceAll("pi_", "po_"), key),
  ),
  "an empty body": (_, secret) => ({ body: "", signature: signWebhook("{}", secret) }),
};

async function open(options: Options = {}) {
  const shop = await startShop(options);
  shop.cards.faults({ webhooks: "hold" });
  const part = await addPart(shop);
  const buyer = await signUp(shop);
  const orders = await mapConcurrently(Array.from({ length: paymentCount }), () =>
    placeOrder(buyer, part),
  );
  const messages = await mapConcurrently(orders, async (order) => {
    const secret = await clientSecretFor(buyer, order);
    await shop.cards.pay(secret);
    return findWebhookBody(shop, intentIn(secret), "payment_intent.succeeded");
  });
  return { shop, orders, messages };
}

async function sendForged({ shop, messages }: { shop: Shop; messages: string[] }, count: number) {
  await dropLetters(shop);
  const before = await snapshot(shop);
  const kinds = Object.entries(forgeries);
  const taken = await mapConcurrently(Array.from({ length: count }), async (_, at) => {
    const [name, forge] = kinds[at % kinds.length] as [string, Forge];
    const status = await sendWebhook(
      shop,
      forge(pick(messages), shop.cards.env.STRIPE_WEBHOOK_SECRET),
    );
    return status === 400 ? [] : [`${name}: ${status}`];
  });
  const changed = await changedSince(shop, before);
  return [...new Set(taken.flat()), ...changed.map((table) => `${table} changed`)];
}

describe("row 5: forged webhooks", () => {
  it("are refused, every one, and change nothing", async () => {
    const found = await sendForged(await open(), forgedCount);
    report({
      check: `forged webhooks of ${Object.keys(forgeries).length} kinds about ${paymentCount} real payments`,
      target: "10,000: 0 state changes, all 400",
      figure: `${forgedCount} sent`,
      faults: found,
    });
  });

  it("but a real one has one effect, however often it comes", async () => {
    const { shop, orders, messages } = await open();
    const [{ _id } = { _id: "" }] = orders;
    const lettersAbout = await keepLetters(shop);
    const [body = ""] = messages;
    const signature = signWebhook(body, shop.cards.env.STRIPE_WEBHOOK_SECRET);
    const times = Array.from({ length: 100 });
    const statuses = await mapConcurrently(times, () => sendWebhook(shop, { body, signature }), 20);
    const { state, refunds } = await recordsOf(shop, _id);
    const found = {
      statuses: [...new Set(statuses)],
      state,
      refunds,
      letters: await lettersAbout(_id),
    };
    const right = { statuses: [200], state: "paid", refunds: [], letters: ["order-paid"] };
    report({
      check: "one valid webhook 100 times, 20 at once",
      target: "one effect",
      figure: JSON.stringify(found),
      faults: JSON.stringify(found) === JSON.stringify(right) ? [] : [found],
    });
  });

  control.each([
    ["no signature", ["ignoreSignature"], "an empty signature: 200"],
    ["the body formatted anew", ["signatureOfParsedBody"], "the body formatted anew: 200"],
    ["any age", ["acceptAnyAge"], "an old one, sent again: 200"],
  ])("find a shop that accepts %s", async (_, fault, first) => {
    const found = await sendForged(
      await open({ faults: fault }),
      3 * Object.keys(forgeries).length,
    );
    expect(found).toContain(first);
    expect(found).toContain("orders changed");
  });
});
