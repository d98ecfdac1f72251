// Row 4: no made-up amount leads to an order paid with anything but the server's total.
import { beforeAll, describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { toCents } from "#contract/rules/money.ts";
import { placeOrder, type StockedPart } from "#tests/orders.ts";
import type { SignedIn } from "#tests/people.ts";
import { pick, seed } from "#tests/random.ts";
import { moneyFaults } from "./money.ts";
import { catchUp, clientSecretFor, intentIn, placeAndPay } from "./orders.ts";
import type { Member } from "./people.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently } from "./send-request.ts";
import type { Options, Shop } from "./start-shop.ts";
import { openTrade } from "./trade.ts";

const variants = full ? 500 : 40;
const stock = 1_000_000;
const price = 45.5;

const amounts = (right: number): unknown[] => [
  -right,
  0,
  -1,
  0.01,
  0.5,
  1,
  right - 0.01,
  right + 0.01,
  right / 2,
  right * 2,
  right * 100,
  1e9,
  1e15,
  1e308,
  -1e9,
  1.5,
  0.001,
  1e-9,
  right + 0.001,
  2 ** 31,
  2 ** 53,
  "1e3",
  String(right),
  "0",
  "",
  "free",
  `${right} `,
  [right],
  { amount: right },
  null,
  true,
];
const quantities: unknown[] = [
  -1,
  0,
  1,
  2,
  1e9,
  1.5,
  -0,
  2 ** 31,
  2 ** 32 + 1,
  1e308,
  0.5,
  "1e3",
  "2",
  "",
  [2],
  null,
  true,
  { valueOf: 2 },
];
const extras: object[] = [
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

type World = { shop: Shop; part: StockedPart; buyer: SignedIn; other: SignedIn };

async function open(options: Options = {}): Promise<World> {
  const part = { minimumQuantity: 0, availablQuantity: stock };
  const { buyers, ...trade } = await openTrade({ buyerCount: 2, part, ...options });
  const [buyer, other] = buyers as [Member, Member];
  return { ...trade, buyer, other };
}

const place = ({ part }: World, buyer: SignedIn, quantity = 2) =>
  placeOrder(buyer, part, { quantity });

async function payAll({ shop, buyer }: World, orders: readonly Order[]): Promise<void> {
  await mapConcurrently(orders, async ({ _id, totalPrice }) => {
    const asked = { order: _id, price: totalPrice };
    const { status, body } = await buyer.send("POST", "/api/create-payment-intent", asked);
    if (status !== 200) return;
    const { clientSecret } = body as { clientSecret: string };
    await shop.cards.pay(clientSecret);
    const paid = { ...asked, transactionId: intentIn(clientSecret) };
    await buyer.send("PATCH", `/api/orders/${_id}`, paid);
  });
  await catchUp(shop);
}

type Prove = (world: World, count: number) => Promise<string[]>;

const orderAtMadeUpAmounts: Prove = async (world, count) => {
  const { shop, part, buyer } = world;
  const right = { quantity: 2, totalPrice: 2 * price };
  await mapConcurrently(Array.from({ length: count }), async () => {
    const wrong = pick([
      { totalPrice: pick(amounts(right.totalPrice)) },
      { quantity: pick(quantities) },
      { quantity: pick(quantities), totalPrice: pick(amounts(right.totalPrice)) },
    ]);
    const person = { name: buyer.user.name, email: buyer.email, phone: "", address: "" };
    const body = { ...person, productName: part.name, part: part.id };
    await buyer.send("POST", "/api/orders", { ...body, ...right, ...wrong, ...pick(extras) });
  });
  const { body } = await buyer.get(`/api/orders?email=${buyer.email}`);
  await payAll(world, body as Order[]);
  return moneyFaults(shop, { stock });
};

const beginPaymentsOfMadeUpAmounts: Prove = async (world, count) => {
  const { shop, buyer, other } = world;
  const mine = await Promise.all([1, 2, 3].map((quantity) => place(world, buyer, quantity)));
  const theirs = await place(world, other);
  const faults: string[] = [];
  await mapConcurrently(Array.from({ length: count }), async () => {
    const about = pick([...mine, ...mine, theirs]);
    const named = pick([about._id, about._id, undefined, crypto.randomUUID()]);
    const asked = pick([...amounts(about.totalPrice), ...mine.map((order) => order.totalPrice)]);
    const sent = { price: asked, ...(named && { order: named }), ...pick(extras) };
    const { status, body } = await buyer.send("POST", "/api/create-payment-intent", sent);
    if (status !== 200) return;
    const id = intentIn((body as { clientSecret: string }).clientSecret);
    const intent = shop.cards.intents().find((one) => one.id === id);
    const order = mine.find(({ _id }) => _id === intent?.metadata.order);
    if (!order || intent?.amount !== toCents(order.totalPrice) || intent.currency !== "usd") {
      faults.push(`${JSON.stringify(sent)} is offered for ${intent?.amount} ${intent?.currency}`);
    }
  });
  await payAll(world, mine);
  return [...faults, ...(await moneyFaults(shop))];
};

const reportMadeUpPayments: Prove = async (world, count) => {
  const { shop, part, buyer, other } = world;
  const [paid, theirs] = [
    await placeAndPay(shop, buyer, part),
    await placeAndPay(shop, other, part),
  ];
  const [aim, cheap] = [await place(world, buyer, 5), await place(world, buyer, 1)];
  const cheapSecret = await clientSecretFor(buyer, cheap);
  await shop.cards.pay(cheapSecret);
  const total = toCents(aim.totalPrice);
  const made = await Promise.all([
    payPastTheShop(shop, { amount: 50, order: aim._id }),
    payPastTheShop(shop, { amount: total, order: cheap._id }),
    payPastTheShop(shop, { amount: total, order: aim._id, currency: "eur" }),
  ]);
  const unpaid = intentIn(await clientSecretFor(buyer, aim));
  const transactions: unknown[] = [
    paid.transactionId,
    theirs.transactionId,
    intentIn(cheapSecret),
    unpaid,
    ...made,
    "pi_nothing",
    "",
    unpaid.toUpperCase(),
    `${paid.transactionId}/../${unpaid}`,
    `${unpaid}?x=1`,
    `pi_${"x".repeat(300)}`,
    [paid.transactionId],
    { id: unpaid },
    null,
    1,
    intentIn(await clientSecretFor(buyer, await place(world, buyer, 5))),
  ];
  await mapConcurrently(Array.from({ length: count }), async () => {
    const asked = pick([aim.totalPrice, aim.totalPrice, pick(amounts(aim.totalPrice))]);
    const order = pick([aim._id, aim._id, aim._id, cheap._id, crypto.randomUUID()]);
    const sent = { order, price: asked, transactionId: pick(transactions), ...pick(extras) };
    await buyer.send("PATCH", `/api/orders/${aim._id}`, sent);
  });
  const { state } = (await buyer.get(`/api/orders/${aim._id}`)).body as Order;
  await payAll(world, [cheap]);
  return [
    ...(state === "unpaid" ? [] : [`the order is ${state}`]),
    ...(await moneyFaults(shop, { ignored: made })),
  ];
};

/** A payment at the shop's own provider that the shop did not make and that names one of its orders. */
async function payPastTheShop(
  { cards }: Shop,
  { amount, order, currency = "usd" }: { amount: number; order: string; currency?: string },
): Promise<string> {
  const response = await fetch(`${cards.origin}/v1/payment_intents`, {
    method: "POST",
    headers: { authorization: `Bearer ${cards.env.STRIPE_SECRET_KEY}` },
    body: new URLSearchParams({ amount: String(amount), currency, "metadata[order]": order }),
  });
  const { id, client_secret: secret } = (await response.json()) as Record<string, string>;
  expect((await cards.pay(secret ?? "")).body.status).toBe("succeeded");
  return id ?? "";
}

const proofs = [
  { call: "POST /orders", prove: orderAtMadeUpAmounts, fault: ["trustTotal"] },
  {
    call: "POST /create-payment-intent",
    prove: beginPaymentsOfMadeUpAmounts,
    fault: ["trustPrice"],
  },
  { call: "PATCH /orders/:id", prove: reportMadeUpPayments, fault: ["trustTransaction"] },
];

let right: World;
beforeAll(async () => {
  right = await open();
});

describe("row 4: made-up amounts", () => {
  it.each(proofs)("lead to no other payment by $call", async ({ call, prove }) => {
    const faults = await prove(right, variants);
    report({
      check: `made-up amounts in ${call}`,
      target: "500 variants: 0 orders paid with anything but the server's total",
      figure: `${variants} variants`,
      faults,
    });
  });

  control.each(proofs)("find a shop that trusts them in $call", async ({ prove, fault }) => {
    const world = await open({ faults: fault, expectedComplaints: /./ });
    // The choices are random: one round may miss what twenty cannot.
    let faults: string[] = [];
    for (let round = 0; round < 20 && faults.length === 0; round++) faults = await prove(world, 60);
    expect(faults, `seed ${seed}`).not.toEqual([]);
  });
});
