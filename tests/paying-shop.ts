// A shop with a card provider, and the steps from order to payment.

import { eq } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import type { Order } from "#contract/orders.ts";
import { toCents } from "#contract/rules/money.ts";
import { aPart } from "#seed/builders.ts";
import { parts } from "#server/modules/catalog/tables.ts";
import { movements } from "#server/modules/inventory/tables.ts";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import { reconcileDuePayments } from "#server/modules/paying/reconcile-payments.ts";
import { payments } from "#server/modules/payments/tables.ts";
import { processDueRefunds } from "#server/modules/refunds/process-refunds.ts";
import { changeJobs } from "./builders/job.ts";
import { dropLetters } from "./builders/letter.ts";
import { listRefunds, makePaymentsDue, makeRefundsDue } from "./builders/payment.ts";
import { timeFromNow } from "./builders/time.ts";
import { type OpenCardProvider, startTestProvider } from "./open-card-provider.ts";
import { type OpenShop, share, startShop } from "./open-shop.ts";
import type { SignedIn } from "./people.ts";

export type PayingShop = OpenShop & { cards: OpenCardProvider };

type Options = {
  env?: Record<string, string>;
  stock?: number;
  webhooks?: "deliver" | "hold";
  /** Thousands of them would take most of the time. */
  letters?: boolean;
  /** Those of payments run only in `runDueJobs`, unless asked for. */
  jobs?: boolean;
};

/** Webhooks are delivered unless held. */
export async function openPayingShop(options: Options = {}): Promise<PayingShop> {
  const shop = await startPayingShop(options);
  onTestFinished(() => stopBoth(shop));
  return shop;
}

/** One for all tests of a file, which clears the provider's faults at each use. */
export function sharePayingShop(options: Options = {}): () => Promise<PayingShop> {
  const open = share(() => startPayingShop(options), stopBoth);
  return async () => {
    const shop = await open();
    shop.cards.faults({ clear: true, webhooks: options.webhooks ?? "deliver" });
    return shop;
  };
}

/** The shop first: without its provider it would log an outage. */
async function stopBoth({ stop, cards }: PayingShop): Promise<void> {
  await stop();
  await cards.stop();
}

async function startPayingShop(options: Options): Promise<PayingShop> {
  const { env = {}, stock = 1_000_000, webhooks = "deliver" } = options;
  const { letters = true, jobs = false } = options;
  const cards = await startTestProvider();
  cards.faults({ webhooks });
  const parts = [aPart({ minimumQuantity: 0, availablQuantity: stock })];
  const shop = await startShop({ parts, env: { ...cards.env, ...env } });
  if (!letters) await dropLetters(shop);
  if (!jobs) await holdPaymentJobs(shop);
  cards.webhooksTo(`${shop.url}/api/webhooks/card-provider`);
  return { ...shop, cards };
}

export async function orderFirstPart(
  { shop }: OpenShop,
  buyer: SignedIn,
  { quantity = 2 } = {},
): Promise<Order> {
  const [part] = await shop.db.select().from(parts).orderBy(parts.position).limit(1);
  const { status, body } = await buyer.send("POST", "/api/orders", {
    name: buyer.user.name,
    email: buyer.email,
    phone: "+880 1711 000000",
    address: "12 Mirpur Road, Dhaka",
    productName: part?.name,
    quantity,
    totalPrice: ((part?.priceCents ?? 0) * quantity) / 100,
    part: part?.id,
    key: crypto.randomUUID(),
  });
  expect([status, body]).toEqual([200, expect.objectContaining({ state: "unpaid" })]);
  return body as Order;
}

export async function createClientSecret(
  buyer: SignedIn,
  { _id, totalPrice }: Pick<Order, "_id" | "totalPrice">,
): Promise<string> {
  const asked = { order: _id, price: totalPrice };
  const { status, body } = await buyer.send("POST", "/api/create-payment-intent", asked);
  expect([status, body]).toMatchObject([200, { clientSecret: expect.stringMatching(/_secret_/) }]);
  return (body as { clientSecret: string }).clientSecret;
}

export const intentIdOf = (clientSecret: string) => clientSecret.split("_secret_")[0] ?? "";

export function confirmPayment(
  buyer: SignedIn,
  { _id, totalPrice }: Pick<Order, "_id" | "totalPrice">,
  transactionId: string,
) {
  const body = { order: _id, price: totalPrice, transactionId };
  return buyer.send("PATCH", `/api/orders/${_id}`, body);
}

export async function orderAndPay(shop: PayingShop, buyer: SignedIn): Promise<Order> {
  const ordered = await orderFirstPart(shop, buyer);
  const secret = await createClientSecret(buyer, ordered);
  expect((await shop.cards.pay(secret)).body.status).toBe("succeeded");
  const { status, body } = await confirmPayment(buyer, ordered, intentIdOf(secret));
  expect([status, body]).toEqual([200, expect.objectContaining({ paid: true })]);
  return body as Order;
}

export async function readOrderRecords({ shop: { db } }: OpenShop, orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const paid = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(payments.id);
  const moved = await db
    .select({ movement: movements })
    .from(movements)
    .innerJoin(orderLines, eq(orderLines.id, movements.orderLineId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(movements.id);
  const returned = await listRefunds(db, orderId);
  return {
    state: order?.state,
    transaction: order?.transactionId,
    payments: paid.map(({ state }) => state),
    refunds: returned.map(({ status, reason }) => `${reason} ${status}`),
    movements: moved.map(
      ({ movement: { reason, onHandChange, reservedChange } }) =>
        `${reason} ${onHandChange + reservedChange}`,
    ),
  };
}

/** Without its lease, one that runs at this moment does not set its next time. */
async function holdPaymentJobs({ shop }: OpenShop): Promise<void> {
  const held = { runAt: timeFromNow({ days: 36_500 }), lease: null };
  for (const kind of ["check-payments", "make-refunds", "close-unpaid-orders", "follow-payments"])
    await changeJobs(shop.db, kind, held);
}

/** Runs now what the jobs do within a minute. */
export async function runDueJobs({ shop }: OpenShop): Promise<void> {
  await makePaymentsDue(shop.db);
  await reconcileDuePayments(shop);
  await makeRefundsDue(shop.db);
  await processDueRefunds(shop);
}

/** Charged minus refunded, by the provider's records. */
export function readNetCharge({ cards }: PayingShop, { _id }: Pick<Order, "_id">): number {
  const intents = cards.intents(1_000_000).filter(({ metadata }) => metadata.order === _id);
  const taken = intents.reduce((sum, intent) => sum + intent.amount_received, 0);
  const names = new Set(intents.map(({ id }) => id));
  const given = cards
    .refunds(1_000_000)
    .filter(({ payment_intent }) => names.has(String(payment_intent)))
    .reduce((sum, refund) => sum + refund.amount, 0);
  return taken - given;
}

export const totalCentsOf = ({ totalPrice }: Pick<Order, "totalPrice">) => toCents(totalPrice);
