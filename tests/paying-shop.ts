// A shop with a card provider, and the steps from order to payment.
import { sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import type { Order } from "#contract/orders.ts";
import { toCents } from "#contract/rules/money.ts";
import { aPart } from "#seed/builders.ts";
import { reconcileDuePayments } from "#server/modules/payments/reconcile-payments.ts";
import { processDueRefunds } from "#server/modules/refunds/process-refunds.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
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

async function dropLetters({ shop }: OpenShop): Promise<void> {
  await shop.db.execute(
    sql.raw(`
    create function drop_letter() returns trigger language plpgsql as 'begin return null; end';
    create trigger then_drop before insert on jobs
      for each row when (new.kind = 'letter') execute function drop_letter()`),
  );
}

export async function orderFirstPart(
  { shop }: OpenShop,
  buyer: SignedIn,
  { quantity = 2 } = {},
): Promise<Order> {
  const [part] = await queryRows<{ id: string; name: string; cents: string }>(
    shop.db,
    sql`
    select id, name, price_cents as cents from parts order by position limit 1`,
  );
  const { status, body } = await buyer.send("POST", "/api/orders", {
    name: buyer.user.name,
    email: buyer.email,
    phone: "+880 1711 000000",
    address: "12 Mirpur Road, Dhaka",
    productName: part?.name,
    quantity,
    totalPrice: (Number(part?.cents) * quantity) / 100,
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
  expect([status, body]).toEqual([200, { clientSecret: expect.stringMatching(/_secret_/) }]);
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

export async function readOrderRecords({ shop }: OpenShop, orderId: string) {
  const [row] = await queryRows<{ state: string; transaction: string | null }>(
    shop.db,
    sql`
    select state, transaction_id as transaction from orders where id = ${orderId}`,
  );
  const payments = await queryRows<{ state: string; intent: string | null }>(
    shop.db,
    sql`
    select state, intent_id as intent from payments where order_id = ${orderId} order by id`,
  );
  const refunds = await queryRows<{ state: string; reason: string; cents: string }>(
    shop.db,
    sql`
    select state, reason, amount_cents as cents from refunds where order_id = ${orderId} order by id`,
  );
  const movements = await queryRows<{ change: number; reason: string }>(
    shop.db,
    sql`
    select on_hand_change + reserved_change as change, reason from inventory_movements m
    join order_lines l on l.id = m.order_line_id where l.order_id = ${orderId} order by m.id`,
  );
  return {
    state: row?.state,
    transaction: row?.transaction,
    payments: payments.map(({ state }) => state),
    refunds: refunds.map(({ state, reason }) => `${reason} ${state}`),
    movements: movements.map(({ change, reason }) => `${reason} ${change}`),
  };
}

/** Sent letters are deleted; this records their kinds from now on. */
export async function recordLetters({ shop }: OpenShop) {
  await shop.db.execute(
    sql.raw(`
    create table kept_letters (kind text, about uuid, at timestamptz default clock_timestamp());
    create function keep_letter() returns trigger language plpgsql as $$ begin
      insert into kept_letters values (new.payload->>'kind', (new.payload->>'about')::uuid);
      return new; end $$;
    create trigger before_all_keep before insert on jobs
      for each row when (new.kind = 'letter') execute function keep_letter()`),
  );
  return async (orderId: string) => {
    const rows = await queryRows<{ kind: string }>(
      shop.db,
      sql`
      select kind from kept_letters where about = ${orderId} order by at`,
    );
    return rows.map(({ kind }) => kind);
  };
}

async function holdPaymentJobs({ shop }: OpenShop): Promise<void> {
  await shop.db.execute(sql`update jobs set run_at = 'infinity'
    where kind in ('check-payments', 'make-refunds', 'close-unpaid-orders')`);
}

/** Runs now what the jobs do within a minute. */
export async function runDueJobs({ shop }: OpenShop): Promise<void> {
  await shop.db.execute(
    sql`update payments set next_check_at = now() where state in ('creating', 'open', 'processing')`,
  );
  await reconcileDuePayments(shop);
  await shop.db.execute(
    sql`update refunds set next_try_at = now() where status in ('wanted', 'asked')`,
  );
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
