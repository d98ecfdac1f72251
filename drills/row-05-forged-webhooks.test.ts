// Row 5: messages in the card provider's name that it did not send. They are about payments that did
// succeed there and of which the shop has not heard, so that whoever is believed changes something.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ProviderEvent } from "#server/modules/payments/provider-types.ts";
import {
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  type PayingShop,
  readOrderRecords,
  recordLetters,
} from "#tests/paying-shop.ts";
import { signUp } from "#tests/people.ts";
import { findWebhookBody, sendWebhook, signWebhook, type WebhookMessage } from "#tests/webhooks.ts";
import { eachOf } from "./ask.ts";
import { full, report } from "./drill.ts";
import { random, seed } from "./seed.ts";
import { snapshot } from "./snapshot.ts";

const many = full ? 10_000 : 300;
const payments = full ? 20 : 3;

/** Known-bad readers of messages, in place of the product's own. */
const known = vi.hoisted(() => ({ bad: "" }));

function writtenAnew(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}

vi.mock(import("#server/modules/payments/provider.ts"), async (original) => {
  const { openProvider } = await original();
  return {
    openProvider: (env, options) => {
      const provider = openProvider(env, options);
      if (!provider) return undefined;
      const { readMessage } = provider;
      const secret = env.STRIPE_WEBHOOK_SECRET ?? "";
      const readers: Record<string, (body: Buffer, signature: string) => ProviderEvent> = {
        "no signature": (body) => read(String(body), signAgain(String(body))),
        "the text as it is written anew": (body, signature) =>
          read(writtenAnew(String(body)), signature),
        "any age": (body, signature) => {
          const at = Number(/t=(\d+)/.exec(signature)?.[1]);
          const right = signWebhook(String(body), secret, { at });
          return read(String(body), signature === right ? signAgain(String(body)) : signature);
        },
      };
      const read = (body: string, signature: string) => readMessage(Buffer.from(body), signature);
      const signAgain = (body: string) => signWebhook(body, secret);
      return {
        ...provider,
        readMessage: (body, signature) => (readers[known.bad] ?? readMessage)(body, signature),
      };
    },
  };
});
beforeEach(() => {
  known.bad = "";
});

type Forge = (body: string, secret: string) => WebhookMessage;

const old = () => Math.floor(Date.now() / 1000) - 301 - Math.floor(random() * 1e6);

/** One character is another one, anywhere. */
function changed(text: string): string {
  const at = Math.floor(random() * text.length);
  const other = text[at] === "0" ? "1" : "0";
  return text.slice(0, at) + other + text.slice(at + 1);
}

const written = (body: string) => JSON.stringify(JSON.parse(body), null, 2);
const inOtherOrder = (body: string) =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse()));
const digestOf = (signature: string) => /v1=(\w+)/.exec(signature)?.[1] ?? "";

const forgeries: Record<string, Forge> = {
  "no signature": (body) => ({ body }),
  "an empty one": (body) => ({ body, signature: "" }),
  "an empty key": (body) => ({ body, signature: signWebhook(body, "") }),
  "another key": (body) => ({ body, signature: signWebhook(body, `whsec_${random()}`) }),
  "the key's name": (body) => ({ body, signature: signWebhook(body, "STRIPE_WEBHOOK_SECRET") }),
  "the key without its last character": (body, secret) => ({
    body,
    signature: signWebhook(body, secret.slice(0, -1)),
  }),
  "a changed byte": (body, secret) => ({
    body: changed(body),
    signature: signWebhook(body, secret),
  }),
  "a byte more": (body, secret) => ({ body: `${body} `, signature: signWebhook(body, secret) }),
  "a byte less": (body, secret) => ({ body: body.slice(1), signature: signWebhook(body, secret) }),
  "another scheme": (body, secret) => ({
    body,
    signature: signWebhook(body, secret, { scheme: "v0" }),
  }),
  "no scheme": (body, secret) => ({ body, signature: digestOf(signWebhook(body, secret)) }),
  "no time": (body, secret) => ({ body, signature: `v1=${digestOf(signWebhook(body, secret))}` }),
  "another time": (body, secret) => ({
    body,
    signature: `t=${old() + 1e6},v1=${digestOf(signWebhook(body, secret))}`,
  }),
  "half of it": (body, secret) => ({ body, signature: signWebhook(body, secret).slice(0, -32) }),
  "the body written anew": (body, secret) => ({
    body: written(body),
    signature: signWebhook(body, secret),
  }),
  "its parts in another order": (body, secret) => ({
    body: inOtherOrder(body),
    signature: signWebhook(body, secret),
  }),
  "an old one, sent again": (body, secret) => ({
    body,
    signature: signWebhook(body, secret, { at: old() }),
  }),
  "an old one with a new time": (body, secret) => ({
    body,
    signature: `t=${Math.floor(Date.now() / 1000)},${signWebhook(body, secret, { at: old() }).split(",")[1]}`,
  }),
  "another message's": (body, secret) => ({
    body,
    signature: signWebhook(body.replaceAll("pi_", "po_"), secret),
  }),
  nothing: (_body, secret) => ({ body: "", signature: signWebhook("{}", secret) }),
};

async function open({ letters = false } = {}) {
  const shop = await openPayingShop({ webhooks: "hold", letters });
  const buyer = await signUp(shop);
  const orders = await eachOf(Array.from({ length: payments }), () => orderFirstPart(shop, buyer));
  const intents = await eachOf(orders, async (ordered) => {
    const secret = await createClientSecret(buyer, ordered);
    await shop.cards.pay(secret);
    return intentIdOf(secret);
  });
  const messages = intents.map((intent) =>
    findWebhookBody(shop, intent, "payment_intent.succeeded"),
  );
  return { shop, orders, messages };
}

/** What came of it, if anything did. */
async function sendForged(
  { shop, messages }: { shop: PayingShop; messages: string[] },
  times: number,
): Promise<string[]> {
  const before = await snapshot(shop);
  const secret = shop.cards.env.STRIPE_WEBHOOK_SECRET;
  const kinds = Object.entries(forgeries);
  const found = await eachOf(Array.from({ length: times }), async (_, at) => {
    const [name, forge] = kinds[at % kinds.length] as [string, Forge];
    const body = messages[Math.floor(random() * messages.length)] ?? "";
    const status = await sendWebhook(shop, forge(body, secret));
    return status === 400 ? [] : [`${name}: ${status}`];
  });
  const after = await snapshot(shop);
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  return [...new Set(found.flat()), ...changed.map((table) => `${table} changed`)];
}

describe("row 5: forged messages", () => {
  it("are refused, every one, and change nothing", async () => {
    const opened = await open();
    const faults = await sendForged(opened, many);
    report({
      row: 5,
      check: `forged messages of ${Object.keys(forgeries).length} kinds about ${payments} real payments`,
      target: "10,000: 0 state changes, all 400",
      figure: `${many} sent, ${faults.length} faults`,
      pass: faults.length === 0,
    });
    expect(faults, `seed ${seed}`).toEqual([]);
  }, 600_000);

  it("but a real one has one effect, however often it comes", async () => {
    const { shop, orders, messages } = await open({ letters: true });
    const lettersAbout = await recordLetters(shop);
    const [ordered] = orders;
    const [body = ""] = messages;
    const signature = signWebhook(body, shop.cards.env.STRIPE_WEBHOOK_SECRET);
    const times = Array.from({ length: 100 });
    const statuses = await eachOf(times, () => sendWebhook(shop, { body, signature }), 20);
    const books = await readOrderRecords(shop, ordered?._id ?? "");
    const letters = await lettersAbout(ordered?._id ?? "");
    const isOne =
      statuses.every((status) => status === 200) &&
      books.state === "paid" &&
      books.refunds.length === 0 &&
      letters.join() === "order-paid";
    report({
      row: 5,
      check: "one valid message 100 times, 20 at once",
      target: "one effect",
      figure: `${books.state}, ${letters.length} letters, ${books.refunds.length} refunds`,
      pass: isOne,
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(books).toMatchObject({ state: "paid", refunds: [] });
    expect(letters).toEqual(["order-paid"]);
  });
});

describe("row 5 would tell a reader that looks at", () => {
  it.each([
    ["no signature", "an empty one: 200"],
    ["the text as it is written anew", "the body written anew: 200"],
    ["any age", "an old one, sent again: 200"],
  ])("%s", async (bad, first) => {
    const opened = await open();
    known.bad = bad;
    const faults = await sendForged(opened, 3 * Object.keys(forgeries).length);
    expect(faults).toContain(first);
    expect(faults).toContain("orders changed");
  });
});
