// Row 11: what may be used once is used fifty times at once.

import { describe, expect, it } from "vitest";
import { placeOrder, type StockedPart } from "#tests/orders.ts";
import { openVisitor, type SignedIn, signUp } from "#tests/people.ts";
import { clearLimits } from "./database.ts";
import { resetTokenFor } from "./letters.ts";
import { moneyByOrder } from "./money.ts";
import {
  addPart,
  clientSecretFor,
  intentIn,
  keepLetters,
  placeAndPay,
  recordsOf,
  refundAll,
} from "./orders.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently } from "./send-request.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";

const rounds = full ? 200 : 3;
const times = 50;

type World = {
  shop: Shop;
  part: StockedPart;
  buyer: SignedIn;
  lettersAbout: (orderId: string) => Promise<string[]>;
};

async function open(options: Options = {}): Promise<World> {
  const shop = await startShop({ env: { PROXIES: "127.0.0.1" }, ...options });
  shop.cards.faults({ webhooks: "hold" });
  const lettersAbout = await keepLetters(shop);
  return { shop, part: await addPart(shop), buyer: await signUp(shop), lettersAbout };
}

const fiftyTimes = <Result>(use: (at: number) => Promise<Result>) =>
  mapConcurrently(Array.from({ length: times }), (_, at) => use(at), times);

const successes = (answers: { status: number }[]) =>
  answers.filter(({ status }) => status < 400).length;

type Use = (world: World, round: number) => Promise<string | undefined>;

const useRefund: Use = async ({ shop, part, buyer }) => {
  const { _id } = await placeAndPay(shop, buyer, part);
  const answers = await fiftyTimes(() => buyer.send("DELETE", `/api/orders/${_id}`));
  await refundAll(shop);
  const { taken, refunded, refunds } = moneyByOrder(shop.cards).get(_id) ?? {};
  const { state, movements } = await recordsOf(shop, _id);
  const isOnce = refunds === 1 && taken === refunded && state === "refunded";
  if (successes(answers) === 1 && isOnce && movements.length === 2) return undefined;
  return `${successes(answers)} successes, ${refunds} refunds, ${movements.join(" ")}`;
};

/** Ten orders at the same price; the payment is for one of them. */
const useTransaction: Use = async ({ shop, part, buyer, lettersAbout }) => {
  const orders = await mapConcurrently(Array.from({ length: 10 }), () => placeOrder(buyer, part));
  const [right] = orders;
  if (!right) throw new Error("Nothing was ordered");
  const secret = await clientSecretFor(buyer, right);
  await shop.cards.pay(secret);
  const transactionId = intentIn(secret);
  await fiftyTimes((at) => {
    const { _id, totalPrice: price } = orders[at % orders.length] ?? right;
    return buyer.send("PATCH", `/api/orders/${_id}`, { order: _id, price, transactionId });
  });
  const paid = await shop.database.query<{ id: string }>(
    "select id from orders where transaction_id = $1",
    [transactionId],
  );
  const letters = (await lettersAbout(right._id)).filter((kind) => kind === "order-paid");
  if (paid.length === 1 && paid[0]?.id === right._id && letters.length === 1) return undefined;
  return `${paid.length} paid by it, ${letters.length} letters`;
};

/** Each round has a person and a network of its own: both may have few passwords hashed. */
const useLink: Use = async ({ shop }, round) => {
  const network = `${20 + (round % 200)}.${round >> 8}.7`;
  const { email } = await signUp(shop, { headers: { "x-forwarded-for": `${network}.99` } });
  // Letters for new passwords are asked for from one network, which may do so seldom.
  await clearLimits(shop.database);
  const token = await resetTokenFor(email, shop);
  const answers = await fiftyTimes((at) => {
    const visitor = openVisitor(shop, { "x-forwarded-for": `${network}.${at}` });
    return visitor.send("POST", "/api/identity/reset", { token, password: `new password ${at}` });
  });
  return successes(answers) === 1 ? undefined : `${successes(answers)} successes`;
};

const uses = [
  { name: "a refund", use: useRefund, fault: ["refundTwice"], found: /\b([2-9]|\d\d) refunds/ },
  { name: "a transaction id", use: useTransaction, fault: ["payTwice"], found: /^10 paid/ },
  { name: "a reset link", use: useLink, fault: ["useLinkTwice"], found: /^([2-9]|\d\d)/ },
];

describe("row 11: used fifty times at once", () => {
  it.each(uses)("$name has one effect", async ({ name, use }) => {
    const world = await open();
    const faults: string[] = [];
    for (let round = 0; round < rounds; round++) faults.push((await use(world, round)) ?? "");
    const wrong = faults.filter(Boolean);
    report({
      check: `${name}, ${times} times in parallel`,
      target: "200 rounds: exactly one success",
      figure: `${rounds} rounds`,
      faults: wrong,
    });
  });

  control.each(uses)(
    "$name is found to be used again in a shop that allows it",
    async ({ use, fault, found }) => {
      const world = await open({ faults: fault, expectedComplaints: /./ });
      await world.shop.database.query("drop index orders_transaction");
      expect(String(await use(world, 0))).toMatch(found);
    },
  );
});
