// Row 7: the provider acts and its response is lost; who has paid is never told to pay again.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { ControlSettings } from "#emulators/card-provider/control.ts";
import { placeOrder, type StockedPart } from "#tests/orders.ts";
import type { SignedIn } from "#tests/people.ts";
import { pick, random, randomBelow, sample } from "#tests/random.ts";
import { moneyFaults } from "./money.ts";
import { catchUp, intentIn, reportPaid } from "./orders.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently } from "./send-request.ts";
import type { Options, Shop } from "./start-shop.ts";
import { inBatches, openTrade } from "./trade.ts";

const payments = full ? 1_000 : 7;

const ways = ["failAfterActing", "failForGood", "reset", "hang", "failBefore", "tooMany"] as const;
const steps = {
  create: "POST /v1/payment_intents$",
  retrieve: "GET /v1/payment_intents/",
  confirm: "confirm$",
  cancel: "cancel$",
  refund: "POST /v1/refunds",
};

type LoseAnswers = (cards: Shop["cards"]) => void;

/** The next one or two answers of some steps: one is tried again at once, two are not. */
const loseSome: LoseAnswers = (cards) => {
  for (const path of sample(Object.values(steps), 1 + randomBelow(2))) {
    const settings: ControlSettings = { [pick(ways)]: 1 + randomBelow(2), path };
    cards.faults(settings);
  }
};

type Scenario = { shop: Shop; buyer: SignedIn; order: Order; lose: LoseAnswers; wrong: string[] };

const messageIn = ({ body }: { body: unknown }) =>
  (body as { error?: { message: string } }).error?.message ?? "";

async function beginPayment({ buyer, order, wrong }: Scenario): Promise<string | undefined> {
  const body = { order: order._id, price: order.totalPrice };
  for (let attempts = 0; attempts < 8; attempts++) {
    const answer = await buyer.send("POST", "/api/create-payment-intent", body);
    if (answer.status === 200) return (answer.body as { clientSecret: string }).clientSecret;
    if (answer.status !== 503) wrong.push(`began to pay: ${answer.status} ${messageIn(answer)}`);
  }
  return undefined;
}

/** Whether the card was charged. Its own way to the provider may break as well. */
async function confirm({ shop }: Scenario, secret: string): Promise<boolean> {
  await Promise.race([shop.cards.pay(secret).catch(() => {}), sleep(500)]);
  const intents = shop.cards.intents(1_000_000);
  return intents.some(({ id, status }) => id === intentIn(secret) && status === "succeeded");
}

async function reportTo({ buyer, order, wrong }: Scenario, secret: string, isCharged: boolean) {
  const answer = await reportPaid(buyer, order, intentIn(secret));
  const isRight = answer.status === 200 || /do not pay again/.test(messageIn(answer));
  if (isCharged && !isRight) wrong.push(`charged, told ${answer.status} ${messageIn(answer)}`);
}

async function playScenario(shop: Shop, buyer: SignedIn, part: StockedPart, lose: LoseAnswers) {
  const order = await placeOrder(buyer, part);
  const scenario: Scenario = { shop, buyer, order, lose, wrong: [] };
  const cancel = () => buyer.send("DELETE", `/api/orders/${order._id}`);
  if (random() < 0.8) lose(shop.cards);
  const secret = await beginPayment(scenario);
  if (!secret) return scenario.wrong;
  if (random() < 0.8) lose(shop.cards);
  const leaves = random() < 0.15;
  if (leaves) await cancel();
  const isCharged = await confirm(scenario, secret);
  if (random() < 0.5) lose(shop.cards);
  if (!leaves && random() < 0.8) await reportTo(scenario, secret, isCharged);
  if (!leaves && random() < 0.2) await cancel();
  return scenario.wrong;
}

async function faultsOf(count: number, lose = loseSome, options: Options = {}): Promise<string[]> {
  const expectedComplaints = /card provider/;
  const { shop, part, buyers } = await openTrade({
    buyerCount: 12,
    expectedComplaints,
    ...options,
  });
  const wrong = await mapConcurrently(
    Array.from({ length: count }),
    (_, at) => playScenario(shop, buyers[at % buyers.length] as SignedIn, part, lose),
    12,
  );
  shop.cards.faults({ clear: true, webhooks: "hold" });
  // What is found paid in the first round may want a refund in the second.
  await catchUp(shop);
  await catchUp(shop);
  const faults = [
    ...wrong.flat(),
    ...(await moneyFaults(shop, { stock: part.availablQuantity })),
    ...twoPayments(shop),
  ];
  await shop.kill();
  return faults;
}

function twoPayments({ cards }: Shop): string[] {
  const open = new Map<string, number>();
  for (const { status, metadata } of cards.intents(1_000_000)) {
    const id = metadata.order ?? "";
    if (status !== "canceled") open.set(id, (open.get(id) ?? 0) + 1);
  }
  return [...open].flatMap(([id, count]) => (count > 1 ? [`${id} has ${count} payments`] : []));
}

describe("row 7: lost answers of the provider", () => {
  it("leave each charge as one paid order or one refund, and nobody is told to pay again", async () => {
    const faults = await inBatches(payments, (count) => faultsOf(count));
    report({
      check: `answers lost in ${ways.length} ways at ${Object.keys(steps).length} steps`,
      target: "1,000 payments: each charge is one paid order or one refund; the buyer sees pending",
      figure: `${payments} payments`,
      faults,
    });
  });

  control.each([
    ["takes silence for a refusal", ["takeSilenceForRefusal"], "retrieve", /^charged, told 409/],
    ["keeps no key of an attempt", ["newIdempotencyKey"], "create", /has \d payments$/],
  ] as const)("finds a shop that %s", async (_, fault, step, found) => {
    const lose: LoseAnswers = (cards) => cards.faults({ reset: 1_000, path: steps[step] });
    const faults = await faultsOf(12, lose, { faults: fault });
    expect(faults.join("\n")).toMatch(new RegExp(found, "m"));
  });
});
