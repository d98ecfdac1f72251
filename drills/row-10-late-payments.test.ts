// Row 10: the order was deleted, then the payment succeeds, or both at the same moment. It is
// honoured or refunded once; nobody is charged for nothing.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Order } from "#contract/orders.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  type PayingShop,
  readOrderRecords,
  runDueJobs,
} from "#tests/paying-shop.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { findWebhookBody, sendWebhook, signWebhook } from "#tests/webhooks.ts";
import { eachOf } from "./ask.ts";
import { full, report } from "./drill.ts";
import { moneyFaults } from "./money.ts";
import { random, seed, some } from "./seed.ts";

const many = full ? 200 : 24;

/** The known-bad variant: money for what is cancelled is written down and kept. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/modules/payments/store.ts"), async (original) => {
  const actual = await original();
  const queueRefund: typeof actual.queueRefund = async (db, payment, reason, amount) => {
    if (known.bad && reason === "late") return;
    await actual.queueRefund(db, payment, reason, amount);
  };
  return { ...actual, queueRefund };
});
beforeEach(() => {
  known.bad = false;
});

type Story = { shop: PayingShop; buyer: SignedIn; ordered: Order; secret: string };

const remove = ({ buyer, ordered }: Story) => buyer.send("DELETE", `/api/orders/${ordered._id}`);
const pay = ({ shop, secret }: Story) => shop.cards.pay(secret);

async function removeUnheard(story: Story, fault: { down: boolean | "refuse" }): Promise<void> {
  const path = `${intentIdOf(story.secret)}/cancel$`;
  story.shop.cards.faults({ ...fault, path });
  await remove(story);
  story.shop.cards.faults({ down: false, path });
}

/** How the deletion and the payment meet. */
const meetings: Record<string, (story: Story) => Promise<unknown>> = {
  "deleted while the provider was away, then paid": async (story) => {
    await removeUnheard(story, { down: true });
    await pay(story);
  },
  "deleted while the line was cut, then paid": async (story) => {
    await removeUnheard(story, { down: "refuse" });
    await pay(story);
  },
  "both at once": (story) => Promise.all([remove(story), pay(story)]),
  "both at once, and the provider was not heard": (story) =>
    Promise.all([removeUnheard(story, { down: true }), pay(story)]),
  "paid, then deleted before anybody told": async (story) => {
    await pay(story);
    await remove(story);
  },
  "paid and told while it is being deleted": async (story) => {
    await pay(story);
    await Promise.all([remove(story), hear.browser?.(story), hear.message?.(story), remove(story)]);
  },
};

/** By whom the shop hears of it, if there is something to hear. */
const hear: Record<string, (story: Story) => Promise<unknown>> = {
  browser: ({ buyer, ordered, secret }) => confirmPayment(buyer, ordered, intentIdOf(secret)),
  message: async ({ shop, secret }) => {
    const body = findWebhookBody(shop, intentIdOf(secret), "payment_intent.created");
    const signature = signWebhook(body, shop.cards.env.STRIPE_WEBHOOK_SECRET);
    expect(await sendWebhook(shop, { body, signature })).toBe(200);
  },
  reconciler: ({ shop }) => runDueJobs(shop),
};

async function tellStory(shop: PayingShop, buyer: SignedIn, at: number): Promise<string[]> {
  const ordered = await orderFirstPart(shop, buyer);
  const story = { shop, buyer, ordered, secret: await createClientSecret(buyer, ordered) };
  const kinds = Object.entries(meetings);
  const [name, meet] = kinds[at % kinds.length] as (typeof kinds)[number];
  await meet(story);
  const ears = some(Object.values(hear), 1 + Math.floor(random() * 3));
  await Promise.all(ears.map((listen) => listen(story)));
  await expect.poll(() => isCalm(story), { timeout: 15_000 }).toBe(true);
  const { state, refunds, payments } = await readOrderRecords(shop, ordered._id);
  const charged = payments.includes("succeeded");
  const ends = [state, ...refunds, charged ? "charged" : "not charged"].join(", ");
  return rightEnds.includes(ends) ? [] : [`${name}: ${ends}`];
}

const rightEnds = [
  "cancelled, late done, charged",
  "cancelled, not charged",
  "paid, charged",
  "refunded, cancelled done, charged",
];

/** What was not heard of is found by the reconciler, which looks within the minute. */
async function isCalm({ shop, ordered }: Story): Promise<boolean> {
  await runDueJobs(shop);
  const { payments, refunds } = await readOrderRecords(shop, ordered._id);
  return ![...payments, ...refunds].some((state) => /open|creating|wanted/.test(state));
}

async function run(times: number): Promise<string[]> {
  expectWarning(/The card provider cannot be reached/);
  const shop = await openPayingShop({ webhooks: "hold", letters: false });
  const buyers = await Promise.all(Array.from({ length: 6 }, () => signUp(shop)));
  const faults = await eachOf(
    Array.from({ length: times }),
    (_, at) => tellStory(shop, buyers[at % buyers.length] as SignedIn, at),
    6,
  );
  return [...faults.flat(), ...(await moneyFaults(shop, 1_000_000))];
}

describe("row 10: payments that come late", () => {
  it("are honoured or given back, once", async () => {
    const faults = await run(many);
    report({
      row: 10,
      check: `orders deleted and paid, in ${Object.keys(meetings).length} ways`,
      target: "200 schedules: honoured or refunded once, never charged and stuck",
      figure: `${many} schedules, ${faults.length} faults (seed ${seed})`,
      pass: faults.length === 0,
    });
    expect(faults, `seed ${seed}`).toEqual([]);
  }, 600_000);

  it("would be told from keeping money for what is cancelled", async () => {
    known.bad = true;
    const faults = await run(12);
    expect(faults).toContain("deleted while the line was cut, then paid: cancelled, charged");
  }, 120_000);
});
