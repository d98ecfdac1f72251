// Row 4: amounts that somebody made up, in each call that leads to a payment. Whatever is answered,
// no order may be paid with anything but what its part costs, and no payment may be for another sum.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Order } from "#contract/orders.ts";
import { toCents } from "#contract/rules/money.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import {
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderAndPay,
  orderFirstPart,
  type PayingShop,
  runDueJobs,
} from "#tests/paying-shop.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { eachOf } from "./ask.ts";
import { full, report } from "./drill.ts";
import { moneyFaults } from "./money.ts";
import { random, seed } from "./seed.ts";

const many = full ? 500 : 40;

/** Known-bad variants, which believe what the browser says, in place of the product's own. */
const known = vi.hoisted(() => ({ bad: "" }));
vi.mock(import("#server/modules/orders/place-order.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    placeOrder: async (shop, person, body) => {
      if (known.bad !== "total") return actual.placeOrder(shop, person, body);
      const price = Math.floor(toCents(body.totalPrice) / body.quantity);
      await shop.db.execute(sql`
        insert into orders (id, user_id, part_id, request_key, request_hash, name, email, phone,
          address, product_name, quantity, price_cents, total_cents)
        select ${newId()}, ${person._id}, id, ${newId()}, '', '', '', '', '', name,
          ${body.quantity}, ${price}, ${price * body.quantity} from parts limit 1`);
      throw new Error("It is placed");
    },
  };
});
vi.mock(import("#server/modules/payments/create-intent.ts"), async (original) => {
  const actual = await original();
  const createIntent: typeof actual.createIntent = (shop) => {
    const right = actual.createIntent(shop);
    if (typeof right === "symbol") return right;
    return async (given, caller) => {
      if (known.bad !== "price") return right(given, caller);
      const intent = await shop.provider?.createIntent({
        paymentId: newId(),
        orderId: given.body.order ?? "",
        amount: toCents(given.body.price),
        currency: "usd",
      });
      return { clientSecret: intent?.clientSecret ?? "" };
    };
  };
  return { ...actual, createIntent };
});
vi.mock(import("#server/modules/payments/pay-order.ts"), async (original) => {
  const actual = await original();
  const payOrder: typeof actual.payOrder = (shop) => {
    const right = actual.payOrder(shop);
    if (typeof right === "symbol") return right;
    return async (given, caller) => {
      if (known.bad !== "transaction") return right(given, caller);
      const { order, transactionId } = given.body;
      const intent = await shop.provider?.findIntent(transactionId).catch(() => undefined);
      if (intent?.status === "succeeded") {
        await shop.db.execute(sql`update orders set state = 'paid', transaction_id = ${`${transactionId} ${order}`}
          where id = ${order}`);
      }
      throw new Error("It is paid");
    };
  };
  return { payOrder };
});
beforeEach(() => {
  known.bad = "";
});

const pick = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** In place of a right amount. */
const amounts = (right: number): unknown[] => [
  ...[-right, 0, -1, 0.01, 0.5, 1, right - 0.01, right + 0.01, right / 2, right * 2, right * 100],
  ...[1e9, 1e15, 1e308, -1e9, 1.5, 0.001, 1e-9, right + 0.001, 2 ** 31, 2 ** 53],
  ...["1e3", String(right), "0", "", "free", `${right} `, [right], { amount: right }, null, true],
];
const quantities: unknown[] = [
  ...[-1, 0, 1, 2, 1e9, 1.5, -0, 2 ** 31, 2 ** 32 + 1, 1e308, 0.5],
  ...["1e3", "2", "", [2], null, true, { valueOf: 2 }],
];
const extras: Record<string, unknown>[] = [
  {},
  {},
  {},
  { currency: "jpy" },
  { amount: 1 },
  { paid: true },
  { state: "paid" },
  { discount: 100 },
  { priceCents: 1 },
];

type World = { shop: PayingShop; buyer: SignedIn; other: SignedIn };

async function open(): Promise<World> {
  const shop = await openPayingShop({ webhooks: "hold", letters: false });
  return { shop, buyer: await signUp(shop), other: await signUp(shop) };
}

/** Pays whatever may be paid, exactly as it is offered, and tells the shop. */
async function payAll({ shop, buyer }: World, orders: readonly Order[]): Promise<void> {
  await eachOf(orders, async ({ _id, totalPrice: price }) => {
    const asked = await buyer.send("POST", "/api/create-payment-intent", { order: _id, price });
    if (asked.status !== 200) return;
    const { clientSecret } = asked.body as { clientSecret: string };
    await shop.cards.pay(clientSecret);
    const body = { order: _id, price, transactionId: intentIdOf(clientSecret) };
    await buyer.send("PATCH", `/api/orders/${_id}`, body);
  });
  await runDueJobs(shop);
}

async function placeWithMadeUpAmounts(world: World, times: number, begin = () => {}) {
  const { shop, buyer } = world;
  const [part] = await queryRows<{ id: string; name: string }>(
    shop.shop.db,
    sql`select id, name from parts`,
  );
  const right = { quantity: 2, totalPrice: 91 };
  begin();
  await eachOf(Array.from({ length: times }), async () => {
    const wrong = pick([
      { totalPrice: pick(amounts(91)) },
      { quantity: pick(quantities) },
      { quantity: pick(quantities), totalPrice: pick(amounts(91)) },
    ]);
    const { name, email } = { ...buyer.user, email: buyer.email };
    const body = { name, email, phone: "", address: "", productName: part?.name, part: part?.id };
    await buyer.send("POST", "/api/orders", { ...body, ...right, ...wrong, ...pick(extras) });
  });
  const { body } = await buyer.get(`/api/orders?email=${buyer.email}`);
  await payAll(world, body as Order[]);
  return moneyFaults(shop, 1_000_000);
}

async function askWithMadeUpAmounts(world: World, times: number, begin = () => {}) {
  const { shop, buyer, other } = world;
  const mine = await Promise.all(
    [1, 2, 3].map((quantity) => orderFirstPart(shop, buyer, { quantity })),
  );
  const theirs = await orderFirstPart(shop, other);
  const faults: string[] = [];
  begin();
  await eachOf(Array.from({ length: times }), async () => {
    const about = pick([...mine, ...mine, theirs]);
    const named = pick([{ order: about._id }, { order: about._id }, {}, { order: newId() }]);
    const price = pick([...amounts(about.totalPrice), ...mine.map(({ totalPrice }) => totalPrice)]);
    const body = { price, ...named, ...pick(extras) };
    const answer = await buyer.send("POST", "/api/create-payment-intent", body);
    if (answer.status !== 200) return;
    const { clientSecret } = answer.body as { clientSecret: string };
    const intent = shop.cards.intents().find(({ id }) => id === intentIdOf(clientSecret));
    const its = mine.find(({ _id }) => _id === intent?.metadata.order);
    if (!its || intent?.amount !== toCents(its.totalPrice) || intent.currency !== "usd") {
      faults.push(`${JSON.stringify(body)} was offered for ${intent?.amount} ${intent?.currency}`);
    }
  });
  await payAll(world, mine);
  return [...faults, ...(await moneyFaults(shop))];
}

async function tellWithMadeUpAmounts(world: World, times: number, begin = () => {}) {
  const { shop, buyer, other } = world;
  const paid = await orderAndPay(shop, buyer);
  const theirs = await orderAndPay(shop, other);
  const [aim, cheap, declined] = await Promise.all(
    [5, 1, 5].map((quantity) => orderFirstPart(shop, buyer, { quantity })),
  );
  if (!aim || !cheap || !declined) throw new Error("Nothing was ordered");
  const cheapSecret = await createClientSecret(buyer, cheap);
  await shop.cards.pay(cheapSecret);
  const made = await Promise.all([
    makeAndPay(shop, { amount: 50, order: aim._id }),
    makeAndPay(shop, { amount: toCents(aim.totalPrice), order: cheap._id }),
    makeAndPay(shop, { amount: toCents(aim.totalPrice), order: aim._id, currency: "eur" }),
  ]);
  const open = intentIdOf(await createClientSecret(buyer, aim));
  const transactions: unknown[] = [
    ...[paid.transactionId, theirs.transactionId, intentIdOf(cheapSecret), open, ...made],
    ...["pi_nothing", "", open.toUpperCase(), `${paid.transactionId}/../${open}`, `${open}?x=1`],
    ...[`pi_${"x".repeat(300)}`, [paid.transactionId], { id: open }, null, 1],
    intentIdOf(await createClientSecret(buyer, declined)),
  ];
  begin();
  await eachOf(Array.from({ length: times }), async () => {
    const price = pick([aim.totalPrice, aim.totalPrice, pick(amounts(aim.totalPrice))]);
    const named = pick([aim._id, aim._id, aim._id, cheap._id, newId()]);
    const body = { order: named, price, transactionId: pick(transactions), ...pick(extras) };
    await buyer.send("PATCH", `/api/orders/${aim._id}`, body);
  });
  const { body } = await buyer.get(`/api/orders/${aim._id}`);
  const is = (body as Order).state;
  return [
    ...(is === "unpaid" ? [] : [`the order is ${is}`]),
    ...(await faultsBesides(world, cheap, made)),
  ];
}

/** What was put into the provider's book by hand, past the shop, is not the shop's to explain. */
async function faultsBesides({ shop, buyer }: World, cheap: Order, made: string[]) {
  await payAll({ shop, buyer, other: buyer }, [cheap]);
  const intents = shop.cards.intents;
  const without = (limit?: number) => intents(limit).filter(({ id }) => !made.includes(id));
  return moneyFaults({ ...shop, cards: { ...shop.cards, intents: without } });
}

/** A payment that the shop did not make, at its own provider, that names one of its orders. */
async function makeAndPay(
  { cards }: PayingShop,
  { amount, order, currency = "usd" }: { amount: number; order: string; currency?: string },
): Promise<string> {
  const response = await fetch(`${cards.env.STRIPE_API_URL}/v1/payment_intents`, {
    method: "POST",
    headers: { authorization: `Bearer ${cards.env.STRIPE_SECRET_KEY}` },
    body: new URLSearchParams({ amount: String(amount), currency, "metadata[order]": order }),
  });
  const { id, client_secret: secret } = (await response.json()) as Record<string, string>;
  expect((await cards.pay(secret ?? "")).body.status).toBe("succeeded");
  return id ?? "";
}

const calls = {
  "POST /orders": placeWithMadeUpAmounts,
  "POST /create-payment-intent": askWithMadeUpAmounts,
  "PATCH /orders/:id": tellWithMadeUpAmounts,
};

describe("row 4: amounts that are made up", () => {
  it.each(Object.entries(calls))(
    "lead to no other payment by %s",
    async (call, tryAll) => {
      const faults = await tryAll(await open(), many);
      report({
        row: 4,
        check: `made-up amounts in ${call}`,
        target: "500 variants: 0 orders paid with anything but the server's total",
        figure: `${many} variants, ${faults.length} faults`,
        pass: faults.length === 0,
      });
      expect(faults, `seed ${seed}`).toEqual([]);
    },
    600_000,
  );
});

describe("row 4 would tell", () => {
  it.each([
    ["total", "POST /orders"],
    ["price", "POST /create-payment-intent"],
    ["transaction", "PATCH /orders/:id"],
  ] as const)("a server that believes the %s (%s)", async (bad, call) => {
    expectWarning(/It is (placed|paid)|Amount must be|check constraint|invalid input|out of range/);
    const world = await open();
    const begin = () => {
      known.bad = bad;
    };
    // What is tried is picked at random: one round may miss what twenty cannot.
    let faults: string[] = [];
    for (let round = 0; round < 20 && faults.length === 0; round++) {
      known.bad = "";
      faults = await calls[call](world, 60, begin);
    }
    expect(faults, `seed ${seed}`).not.toEqual([]);
  });
});
