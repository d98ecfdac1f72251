// Row 10: a payment succeeds after its order was deleted, or at the same moment.
import { describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { placeOrder } from "#tests/orders.ts";
import type { SignedIn } from "#tests/people.ts";
import { randomBelow, sample } from "#tests/random.ts";
import { findWebhookBody, sendWebhook, signWebhook } from "#tests/webhooks.ts";
import { moneyFaults } from "./money.ts";
import { catchUp, clientSecretFor, intentIn, recordsOf, reportPaid } from "./orders.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently } from "./send-request.ts";
import type { Options, Shop } from "./start-shop.ts";
import { openTrade } from "./trade.ts";

const scenarios = full ? 200 : 24;

type Scenario = { shop: Shop; buyer: SignedIn; order: Order; secret: string };

const remove = ({ buyer, order }: Scenario) => buyer.send("DELETE", `/api/orders/${order._id}`);
const pay = ({ shop, secret }: Scenario) => shop.cards.pay(secret);

async function removeUnheard(
  scenario: Scenario,
  fault: { down: boolean | "refuse" },
): Promise<void> {
  const path = `${intentIn(scenario.secret)}/cancel$`;
  scenario.shop.cards.faults({ ...fault, path });
  await remove(scenario);
  scenario.shop.cards.faults({ down: false, path });
}

const reports = {
  browser: ({ buyer, order, secret }: Scenario) => reportPaid(buyer, order, intentIn(secret)),
  async webhook({ shop, secret }: Scenario) {
    const body = findWebhookBody(shop, intentIn(secret), "payment_intent.created");
    const signature = signWebhook(body, shop.cards.env.STRIPE_WEBHOOK_SECRET);
    expect(await sendWebhook(shop, { body, signature })).toBe(200);
  },
  ownRounds: ({ shop, order }: Scenario) =>
    shop.database.query("update payments set next_check_at = now() where order_id = $1", [
      order._id,
    ]),
};

const meetings: Record<string, (scenario: Scenario) => Promise<unknown>> = {
  "deleted while the provider was down, then paid": async (scenario) => {
    await removeUnheard(scenario, { down: true });
    await pay(scenario);
  },
  "deleted while the connection was cut, then paid": async (scenario) => {
    await removeUnheard(scenario, { down: "refuse" });
    await pay(scenario);
  },
  "both at once": (scenario) => Promise.all([remove(scenario), pay(scenario)]),
  "both at once, and the provider did not answer": (scenario) =>
    Promise.all([removeUnheard(scenario, { down: true }), pay(scenario)]),
  "paid, then deleted before anybody reported it": async (scenario) => {
    await pay(scenario);
    await remove(scenario);
  },
  "paid and reported while it is being deleted": async (scenario) => {
    await pay(scenario);
    const reported = [reports.browser(scenario), reports.webhook(scenario)];
    await Promise.all([remove(scenario), ...reported, remove(scenario)]);
  },
};

async function playScenario(scenario: Scenario, at: number): Promise<{ name: string; id: string }> {
  const kinds = Object.entries(meetings);
  const [name, meet] = kinds[at % kinds.length] as (typeof kinds)[number];
  await meet(scenario);
  const chosen = sample(Object.values(reports), 1 + randomBelow(3));
  await Promise.all(chosen.map((reporting) => reporting(scenario)));
  return { name, id: scenario.order._id };
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
  const ends = await mapConcurrently(
    Array.from({ length: count }),
    async (_, at) => {
      const buyer = buyers[at % buyers.length] as SignedIn;
      const order = await placeOrder(buyer, part);
      return playScenario({ shop, buyer, order, secret: await clientSecretFor(buyer, order) }, at);
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
    const faults = await faultsOf(scenarios);
    report({
      check: `orders deleted and paid, in ${Object.keys(meetings).length} ways`,
      target: "200 scenarios: honoured or refunded once, never charged and stuck",
      figure: `${scenarios} scenarios`,
      faults,
    });
  });

  control("find a shop that keeps money for cancelled orders", async () => {
    const faults = await faultsOf(12, { faults: ["keepLatePayment"] });
    expect(faults).toContain("deleted while the connection was cut, then paid: cancelled, charged");
  });
});
