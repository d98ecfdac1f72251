// Row 6: messages twice, in any order, late, two of them for one fact, a failure after the success;
// while the customer pays, is declined, and changes their mind. In the end everything is as a small
// model of the same story says, and on the way no order ever went backwards.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Order } from "#contract/orders.ts";
import { orderMoves } from "#contract/rules/order-states.ts";
import { webhookPath } from "#server/modules/payments/webhook.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { cards as testCards } from "#tests/open-card-provider.ts";
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
import { sendWebhook, signWebhook } from "#tests/webhooks.ts";
import { eachOf } from "./ask.ts";
import { full, report } from "./drill.ts";
import { moneyFaults } from "./money.ts";
import { random, seed, some } from "./seed.ts";

const many = full ? 2_000 : 12;

/** The known-bad variant: the newest message is what is true. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/modules/payments/webhook.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    serveWebhook: (app, shop) => {
      if (!known.bad) return actual.serveWebhook(app, shop);
      app.post(webhookPath, { config: { who: "visitor", signed: true } }, async (request) => {
        const { type, data } = request.body as { type: string; data: { object: { id: string } } };
        const intent = data.object.id;
        const of = sql`where id = (select order_id from payments where intent_id = ${intent})`;
        if (type === "payment_intent.succeeded") {
          await shop.db.execute(
            sql`update orders set state = 'paid', transaction_id = ${intent} ${of}`,
          );
        }
        if (type === "payment_intent.payment_failed") {
          await shop.db.execute(
            sql`update orders set state = 'unpaid', transaction_id = null ${of}`,
          );
        }
        return {};
      });
    },
  };
});
beforeEach(() => {
  known.bad = false;
});

/** What must be true in the end, by what was done and answered. */
type Model = { charged: boolean; state: string };
type Story = { shop: PayingShop; buyer: SignedIn; ordered: Order; secret: string; model: Model };

/** What the customer does, besides what the provider tells. */
const deeds: Record<string, (story: Story) => Promise<void>> = {
  async decline({ shop, secret }) {
    await shop.cards.pay(secret, testCards.declined);
  },
  async pay({ shop, secret, model }) {
    const { body } = await shop.cards.pay(secret);
    if (body.status === "succeeded") model.charged = true;
  },
  async authenticate({ shop, secret, model }) {
    await shop.cards.pay(secret, testCards.asksFirst);
    const { body } = await shop.cards.authenticate(secret);
    if (body.status === "succeeded") model.charged = true;
  },
  async tell({ buyer, ordered, secret, model }) {
    const { status } = await confirmPayment(buyer, ordered, intentIdOf(secret));
    if (status === 200) model.state = "paid";
  },
  cancel: (story) => cancel(story),
  async cancelUnheard(story) {
    const path = `${intentIdOf(story.secret)}/cancel$`;
    story.shop.cards.faults({ down: true, path });
    await cancel(story);
    story.shop.cards.faults({ down: false, path });
  },
};

async function cancel({ buyer, ordered, model }: Story): Promise<void> {
  const { status } = await buyer.send("DELETE", `/api/orders/${ordered._id}`);
  if (status === 200) model.state = model.state === "paid" ? "refunded" : "cancelled";
  // It was paid a moment ago, of which the shop heard only now.
  if (status === 409 && model.state === "unpaid") model.state = "paid";
}

/** The provider's messages about this payment so far; the same fact may have two. */
function messagesOf({ shop, secret }: Story): string[] {
  const intent = intentIdOf(secret);
  const told = shop.cards.events().flatMap(({ event }) => {
    const object = event.data.object as { id?: string; payment_intent?: string };
    return object.id === intent || object.payment_intent === intent ? [event] : [];
  });
  const again = some(told, 2).map((event) => ({ ...event, id: `evt_${random()}` }));
  const failed = told.find(({ type }) => type === "payment_intent.created");
  const late = failed && {
    ...failed,
    id: `evt_${random()}`,
    type: "payment_intent.payment_failed",
  };
  return [...told, ...again, ...(late ? [late] : [])].map((event) => JSON.stringify(event));
}

async function deliverSome(story: Story, all: boolean): Promise<void> {
  const { shop, model } = story;
  const messages = messagesOf(story);
  const chosen = all ? some(messages, messages.length) : some(messages, Math.floor(random() * 4));
  const twice = chosen.flatMap((body) => (random() < 0.3 ? [body, body] : [body]));
  const secret = shop.cards.env.STRIPE_WEBHOOK_SECRET;
  const statuses = await eachOf(
    twice,
    (body) => sendWebhook(shop, { body, signature: signWebhook(body, secret) }),
    1 + Math.floor(random() * 4),
  );
  expect(new Set([200, ...statuses])).toEqual(new Set([200]));
  // Whatever is told of a payment is a reason to ask how it went.
  if (model.charged && twice.some((body) => /"object": ?"payment_intent"/.test(body))) {
    if (model.state === "unpaid") model.state = "paid";
  }
}

async function tellStory(shop: PayingShop, buyer: SignedIn): Promise<string[]> {
  const ordered = await orderFirstPart(shop, buyer);
  const secret = await createClientSecret(buyer, ordered);
  const model: Model = { charged: false, state: "unpaid" };
  const story = { shop, buyer, ordered, secret, model };
  const told: string[] = [];
  for (let steps = 1 + Math.floor(random() * 5); steps > 0; steps--) {
    const [[deed, act] = ["nothing", async () => {}]] = some(Object.entries(deeds), 1);
    await act(story);
    if (random() < 0.6) await deliverSome(story, false);
    told.push(deed);
  }
  await deliverSome(story, true);
  await deliverSome(story, true);
  await expect.poll(() => isCalm(shop, ordered), { timeout: 10_000 }).toBe(true);
  const { state, refunds } = await readOrderRecords(shop, ordered._id);
  const right = [model.state, refundsIn(model)].join();
  const is = [state, refunds.join()].join();
  return is === right ? [] : [`${told.join(", ")}: ${is}, not ${right}`];
}

async function isCalm({ shop }: PayingShop, { _id }: Order): Promise<boolean> {
  await shop.refunds.wake();
  const wanted = await queryRows(
    shop.db,
    sql`select from refunds where order_id = ${_id} and state = 'wanted'`,
  );
  return wanted.length === 0;
}

function refundsIn({ state, charged }: Model): string {
  if (state === "refunded") return "cancelled done";
  return state === "cancelled" && charged ? "late done" : "";
}

/** Each way that an order's state went. */
async function watchMoves({ shop }: PayingShop): Promise<() => Promise<string[]>> {
  await shop.db.execute(
    sql.raw(`
    create table moved (was text, became text);
    create function keep_move() returns trigger language plpgsql as $$ begin
      insert into moved values (old.state, new.state); return null; end $$;
    create trigger keep_move after update of state on orders
      for each row when (old.state <> new.state) execute function keep_move()`),
  );
  const allowed = new Set(Object.values(orderMoves).map(({ from, to }) => `${from} to ${to}`));
  return async () => {
    const rows = await queryRows<{ way: string; count: number }>(
      shop.db,
      sql`
      select was || ' to ' || became as way, count(*)::int from moved group by 1`,
    );
    return rows.flatMap(({ way, count }) => (allowed.has(way) ? [] : [`${way}, ${count} times`]));
  };
}

/** With a provider's book of their own, because that is read from its beginning each time. */
const atOneShop = 100;

async function run(times: number): Promise<string[]> {
  expectWarning(/The card provider cannot be reached/);
  const faults: string[] = [];
  for (let left = times; left > 0; left -= atOneShop) {
    faults.push(...(await runAtOneShop(Math.min(left, atOneShop))));
  }
  return faults;
}

async function runAtOneShop(times: number): Promise<string[]> {
  const shop = await openPayingShop({ webhooks: "hold", letters: false });
  const wrongMoves = await watchMoves(shop);
  const buyers = await Promise.all(Array.from({ length: 8 }, () => signUp(shop)));
  const faults = await eachOf(Array.from({ length: times }), (_, at) =>
    tellStory(shop, buyers[at % buyers.length] as SignedIn),
  );
  await runDueJobs(shop);
  const found = [
    ...faults.flat(),
    ...(await wrongMoves()),
    ...(await moneyFaults(shop, 1_000_000)),
  ];
  await shop.stop();
  await shop.cards.stop();
  return found;
}

describe("row 6: messages in any order", () => {
  it("lead to what the model says, and never backwards", async () => {
    const faults = await run(many);
    report({
      row: 6,
      check: "stories of payments with messages twice, late, mixed up, failing after success",
      target: "2,000 schedules: final state equals the model, nothing goes backwards",
      figure: `${many} schedules, ${faults.length} faults (seed ${seed})`,
      pass: faults.length === 0,
    });
    expect(faults, `seed ${seed}`).toEqual([]);
  }, 1_800_000);

  it("would be told from believing the newest message", async () => {
    // What goes backwards runs into constraints of the tables later.
    expectWarning(/violates (unique|check) constraint|is paid by no payment/);
    known.bad = true;
    const faults = await run(16).catch((error) => [String(error)]);
    expect(faults.join("\n")).toMatch(/paid to unpaid/);
  }, 120_000);
});
