// Row 10: a payment succeeds after its order was deleted, or at the same moment.
import { describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { placeOrder } from "#tests/orders.ts";
import type { SignedIn } from "#tests/people.ts";
import { findWebhookBody, sendWebhook, signWebhook } from "#tests/webhooks.ts";
import { eachOf } from "./ask.ts";
import { moneyFaults } from "./money.ts";
import { catchUp, clientSecretFor, intentIn, recordsOf, reportPaid } from "./orders.ts";
import { randomBelow, some } from "./random.ts";
import { control, full, report } from "./report.ts";
import type { Options, Shop } from "./start-shop.ts";
import { openTrade } from "./trade.ts";

const stories = full ? 200 : 24;

type Story = { shop: Shop; buyer: SignedIn; order: Order; secret: string };

const remove = ({ buyer, order }: Story) => buyer.send("DELETE", `/api/orders/${order._id}`);
const pay = ({ shop, secret }: Story) => shop.cards.pay(secret);

async function removeUnheard(story: Story, fault: { down: boolean | "refuse" }): Promise<void> {
  const path = `${intentIn(story.secret)}/cancel$`;
  story.shop.cards.faults({ ...fault, path });
  await remove(story);
  story.shop.cards.faults({ down: false, path });
}

const reports = {
  browser: ({ buyer, order, secret }: Story) => reportPaid(buyer, order, intentIn(secret)),
  async webhook({ shop, secret }: Story) {
    const body = findWebhookBody(shop, intentIn(secret), "payment_intent.created");
    const signature = signWebhook(body, shop.cards.env.STRIPE_WEBHOOK_SECRET);
    expect(await sendWebhook(shop, { body, signature })).toBe(200);
  },
  ownRounds: ({ shop, order }: Story) =>
    shop.database.query("update payments set next_check_at = now() where order_id = $1", [
      order._id,
    ]),
};

const meetings: Record<string, (story: Story) => Promise<unknown>> = {
  "deleted while the provider was down, then paid": async (story) => {
    await removeUnheard(story, { down: true });
    await pay(story);
  },
  "deleted while the connection was cut, then paid": async (story) => {
    await removeUnheard(story, { down: "refuse" });
    await pay(story);
  },
  "both at once": (story) => Promise.all([remove(story), pay(story)]),
  "both at once, and the provider did not answer": (story) =>
    Promise.all([removeUnheard(story, { down: true }), pay(story)]),
  "paid, then deleted before anybody reported it": async (story) => {
    await pay(story);
    await remove(story);
  },
  "paid and reported while it is being deleted": async (story) => {
    await pay(story);
    const reported = [reports.browser(story), reports.webhook(story)];
    await Promise.all([remove(story), ...reported, remove(story)]);
  },
};

async function live(story: Story, at: number): Promise<{ name: string; id: string }> {
  const kinds = Object.entries(meetings);
  const [name, meet] = kinds[at % kinds.length] as (typeof kinds)[number];
  await meet(story);
  const chosen = some(Object.values(reports), 1 + randomBelow(3));
  await Promise.all(chosen.map((reporting) => reporting(story)));
  return { name, id: story.order._id };
}

const rightEnds = [
  "cancelled, late done, charged",
  "cancelled, not charged",
  "paid, charged",
  "refunded, cancelled done, charged",
];

async function faultsOf(count: number, options: Options = {}): Promise<string[]> {
  const expectedComplaints = /card provider cannot be/;
  const { shop, part, buyers } = await openTrade({ buyerCount: 6, expectedComplaints, ...options });
  const ends = await eachOf(
    Array.from({ length: count }),
    async (_, at) => {
      const buyer = buyers[at % buyers.length] as SignedIn;
      const order = await placeOrder(buyer, part);
      return live({ shop, buyer, order, secret: await clientSecretFor(buyer, order) }, at);
    },
    6,
  );
  // What is found paid in the first round may want a refund in the second.
  await catchUp(shop);
  await catchUp(shop);
  const faults: string[] = [];
  for (const { name, id } of ends) {
    const { state, refunds, payments } = await recordsOf(shop, id);
    const charged = payments.includes("succeeded") ? "charged" : "not charged";
    const end = [state, ...refunds, charged].join(", ");
    if (!rightEnds.includes(end)) faults.push(`${name}: ${end}`);
  }
  return [...faults, ...(await moneyFaults(shop, { stock: part.availablQuantity }))];
}

describe("row 10: late payments", () => {
  it("are honoured or refunded, once", async () => {
    const faults = await faultsOf(stories);
    report({
      check: `orders deleted and paid, in ${Object.keys(meetings).length} ways`,
      target: "200 stories: honoured or refunded once, never charged and stuck",
      figure: `${stories} stories`,
      faults,
    });
  });

  control("find a shop that keeps money for cancelled orders", async () => {
    const faults = await faultsOf(12, { faults: ["keepLatePayment"] });
    expect(faults).toContain("deleted while the connection was cut, then paid: cancelled, charged");
  });
});
