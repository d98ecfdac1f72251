// Row 6: webhooks twice, late and in any order, while customers pay and cancel, against a model.
import { describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { orderMoves, toOrderState } from "#contract/rules/order-states.ts";
import { cards as testCards } from "#tests/open-card-provider.ts";
import { placeOrder } from "#tests/orders.ts";
import type { SignedIn } from "#tests/people.ts";
import { random, randomBelow, sample } from "#tests/random.ts";
import { sendWebhook, signWebhook } from "#tests/webhooks.ts";
import { moneyFaults } from "./money.ts";
import { catchUp, clientSecretFor, intentIn, recordsOf, refundAll, reportPaid } from "./orders.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently } from "./send-request.ts";
import type { Options, Shop } from "./start-shop.ts";
import { inBatches, openTrade } from "./trade.ts";

const scenarios = full ? 2_000 : 12;

type Model = { charged: boolean; state: string };
type Scenario = { shop: Shop; buyer: SignedIn; order: Order; secret: string; model: Model };

const actions: Record<string, (scenario: Scenario) => Promise<void>> = {
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
  async report({ buyer, order, secret, model }) {
    const { status } = await reportPaid(buyer, order, intentIn(secret));
    if (status === 200) model.state = "paid";
  },
  cancel: (scenario) => cancel(scenario),
  async cancelWhileProviderIsDown(scenario) {
    const path = `${intentIn(scenario.secret)}/cancel$`;
    scenario.shop.cards.faults({ down: true, path });
    await cancel(scenario);
    scenario.shop.cards.faults({ down: false, path });
  },
};

async function cancel({ buyer, order, model }: Scenario): Promise<void> {
  const { status } = await buyer.send("DELETE", `/api/orders/${order._id}`);
  if (status === 200) model.state = model.state === "paid" ? "refunded" : "cancelled";
  if (status === 409 && model.state === "unpaid") model.state = "paid";
}

function webhooksOf({ shop, secret }: Scenario): string[] {
  const intent = intentIn(secret);
  const sent = shop.cards.events().flatMap(({ event }) => {
    const object = event.data.object as { id?: string; payment_intent?: string };
    return object.id === intent || object.payment_intent === intent ? [event] : [];
  });
  const id = () => `evt_${random()}`;
  const again = sample(sent, 2).map((event) => ({ ...event, id: id() }));
  const first = sent.filter(({ type }) => type === "payment_intent.created").slice(0, 1);
  const failed = first.map((event) => ({
    ...event,
    id: id(),
    type: "payment_intent.payment_failed",
  }));
  return [...sent, ...again, ...failed].map((event) => JSON.stringify(event));
}

async function deliverSome(scenario: Scenario, all: boolean): Promise<void> {
  const { shop, model } = scenario;
  const webhooks = webhooksOf(scenario);
  const chosen = sample(webhooks, all ? webhooks.length : randomBelow(4));
  const sent = chosen.flatMap((body) => (random() < 0.3 ? [body, body] : [body]));
  const key = shop.cards.env.STRIPE_WEBHOOK_SECRET;
  const send = (body: string) => sendWebhook(shop, { body, signature: signWebhook(body, key) });
  const statuses = await mapConcurrently(sent, send, 1 + randomBelow(4));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  // Whatever is said of a payment makes the shop ask how it went.
  if (model.charged && sent.some((body) => /"object": ?"payment_intent"/.test(body))) {
    if (model.state === "unpaid") model.state = "paid";
  }
}

async function playScenario(shop: Shop, buyer: SignedIn, part: Parameters<typeof placeOrder>[1]) {
  const order = await placeOrder(buyer, part);
  const secret = await clientSecretFor(buyer, order);
  const scenario: Scenario = {
    shop,
    buyer,
    order,
    secret,
    model: { charged: false, state: "unpaid" },
  };
  const done: string[] = [];
  for (let left = 1 + randomBelow(5); left > 0; left--) {
    const [[name, act] = ["nothing", async () => {}]] = sample(Object.entries(actions), 1);
    await act(scenario);
    if (random() < 0.6) await deliverSome(scenario, false);
    done.push(name);
  }
  await deliverSome(scenario, true);
  await deliverSome(scenario, true);
  const { state, charged } = scenario.model;
  const late = state === "cancelled" && charged ? ["late succeeded"] : [];
  const refunds = state === "refunded" ? ["cancelled succeeded"] : late;
  return { id: order._id, done: done.join(", "), right: JSON.stringify([state, refunds]) };
}

async function keepMoves({ database }: Shop): Promise<() => Promise<string[]>> {
  await database.query(`
    create table moved (was text, became text);
    create function keep_move() returns trigger language plpgsql as $$ begin
      insert into moved values (old.state, new.state); return null; end $$;
    create trigger keep_move after update of state on orders
      for each row when (old.state <> new.state) execute function keep_move()`);
  const allowed = Object.values(orderMoves).flatMap(({ from, to }) =>
    from.map((state) => `${toOrderState(state)} to ${toOrderState(to)}`),
  );
  return async () => {
    const rows = await database.query<{ move: string }>(
      "select was || ' to ' || became as move from moved group by 1",
    );
    return rows.map(({ move }) => move).filter((move) => !allowed.includes(move));
  };
}

async function faultsOf(count: number, options: Options = {}): Promise<string[]> {
  const expectedComplaints = /card provider cannot be/;
  const { shop, part, buyers } = await openTrade({ buyerCount: 8, expectedComplaints, ...options });
  const wrongMoves = await keepMoves(shop);
  const ends = await mapConcurrently(Array.from({ length: count }), (_, at) =>
    playScenario(shop, buyers[at % buyers.length] as SignedIn, part),
  );
  await refundAll(shop);
  const faults = await wrongMoves();
  for (const { id, done, right } of ends) {
    const { state, refunds } = await recordsOf(shop, id);
    const is = JSON.stringify([state, refunds]);
    if (is !== right) faults.push(`${done}: ${is}, not ${right}`);
  }
  await catchUp(shop);
  faults.push(...(await moneyFaults(shop, { stock: part.availablQuantity })));
  await shop.kill();
  return faults;
}

describe("row 6: webhooks in any order", () => {
  it("lead to what the model says, and never backwards", async () => {
    const faults = await inBatches(scenarios, faultsOf);
    report({
      check: "scenarios of payments with webhooks twice, late, mixed up, failing after success",
      target: "2,000 scenarios: final state equals the model, nothing goes backwards",
      figure: `${scenarios} scenarios`,
      faults,
    });
  });

  control("find a shop that believes the newest webhook", async () => {
    // What goes backwards breaks constraints of the tables later, and with them the scenarios.
    const options = { faults: ["believeNewestWebhook"], expectedComplaints: /./ };
    const faults = await faultsOf(16, options).catch((error) => [String(error)]);
    expect(faults.join("\n")).toMatch(/paid to unpaid/);
  });
});
