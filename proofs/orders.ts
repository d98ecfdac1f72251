// Parts, orders and payments, made by HTTP as the pages make them.
import { expect } from "vitest";
import type { Order } from "#contract/orders.ts";
import { aPart } from "#seed/builders.ts";
import { orderRequest, type StockedPart } from "#tests/orders.ts";
import type { SignedIn, Visitor } from "#tests/people.ts";
import { signUpAdmin } from "./people.ts";
import type { Shop } from "./start-shop.ts";

const admins = new WeakMap<Shop, Promise<SignedIn>>();

export function adminOf(shop: Shop): Promise<SignedIn> {
  const admin = admins.get(shop) ?? signUpAdmin(shop);
  admins.set(shop, admin);
  return admin;
}

/** 1 is the minimum quantity and 1,000,000 are available unless told otherwise, for $45.50. */
export async function addPart(
  shop: Shop,
  part: Parameters<typeof aPart>[0] = {},
): Promise<StockedPart> {
  const added = aPart({ minimumQuantity: 1, availablQuantity: 1_000_000, ...part });
  const { status, body } = await (await adminOf(shop)).send("POST", "/api/parts", added);
  expect([status, body]).toEqual([200, { insertedId: expect.any(String) }]);
  const { insertedId: id } = body as { insertedId: string };
  return { ...added, id, priceCents: Math.round(added.price * 100) };
}

type Ordered = Pick<Order, "_id" | "totalPrice">;

export async function clientSecretFor(
  buyer: Visitor,
  { _id, totalPrice }: Ordered,
): Promise<string> {
  const asked = { order: _id, price: totalPrice };
  const { status, body } = await buyer.send("POST", "/api/create-payment-intent", asked);
  expect([status, body]).toMatchObject([200, { clientSecret: expect.stringMatching(/_secret_/) }]);
  return (body as { clientSecret: string }).clientSecret;
}

export const intentIn = (clientSecret: string) => clientSecret.split("_secret_")[0] ?? "";

export function reportPaid(buyer: Visitor, { _id, totalPrice }: Ordered, transactionId: string) {
  const body = { order: _id, price: totalPrice, transactionId };
  return buyer.send("PATCH", `/api/orders/${_id}`, body);
}

export async function placeAndPay(shop: Shop, buyer: SignedIn, part: StockedPart): Promise<Order> {
  const { body: order } = await buyer.send("POST", "/api/orders", orderRequest(buyer, part));
  return payFor(shop, buyer, order as Order);
}

export async function payFor(shop: Shop, buyer: SignedIn, order: Ordered): Promise<Order> {
  const secret = await clientSecretFor(buyer, order);
  expect((await shop.cards.pay(secret)).body.status).toBe("succeeded");
  const { status, body } = await reportPaid(buyer, order, intentIn(secret));
  expect([status, body]).toEqual([200, expect.objectContaining({ paid: true })]);
  return body as Order;
}

export async function recordsOf({ database }: Shop, orderId: string) {
  const [row] = await database.query<{ state: string }>("select state from orders where id = $1", [
    orderId,
  ]);
  const list = async (expression: string, table: string, order: string) => {
    const text = `select ${expression} as is from ${table} where order_id = $1 order by ${order}`;
    return (await database.query<{ is: string }>(text, [orderId])).map(({ is }) => is);
  };
  return {
    state: row?.state,
    payments: await list("state", "payments", "id"),
    refunds: await list("reason || ' ' || state", "refunds", "id"),
    movements: await list(
      "reason || ' ' || reserved_change",
      "inventory_movements m join (select id as line, order_id from order_lines) l on line = order_line_id",
      "m.id",
    ),
  };
}

/**
 * Restarts the shop, which looks at every payment and refund when it starts, and waits until it has
 * looked at each. Its own rounds would come to the same only within the minute.
 */
export async function catchUp(shop: Shop): Promise<void> {
  const { database } = shop;
  // A browser can pay only what has an intent; without one, the provider may be at it for long.
  const open = "state in ('creating', 'open') and intent_id is not null";
  const list = () => database.query<Payment>(`select id, checks from payments where ${open}`);
  await shop.kill();
  await database.query(`update payments set next_check_at = now() where ${open}`);
  const before = new Map((await list()).map(({ id, checks }) => [id, checks]));
  await shop.start();
  const unchecked = async () =>
    (await list()).filter(({ id, checks }) => before.get(id) === checks);
  await expect.poll(unchecked, { timeout: 60_000 }).toEqual([]);
  await refundAll(shop);
}

type Payment = { id: string; checks: number };

export async function refundAll({ database }: Shop): Promise<void> {
  const left = async () => {
    await database.query(
      "update refunds set next_try_at = now() where status in ('wanted', 'asked')",
    );
    return database.query("select from refunds where status in ('wanted', 'asked')");
  };
  await expect.poll(left, { timeout: 60_000, interval: 200 }).toEqual([]);
}

/** Letters would be most of what a long proof does. */
export async function dropLetters({ database }: Shop): Promise<void> {
  await database.query(`
    create function drop_letter() returns trigger language plpgsql as 'begin return null; end';
    create trigger then_drop before insert on jobs
      for each row when (new.kind = 'letter') execute function drop_letter()`);
}

/** Sent letters are deleted; from now on this keeps which were queued about an order. */
export async function keepLetters({ database }: Shop) {
  await database.query(`
    create table kept_letters (kind text, about uuid, at timestamptz default clock_timestamp());
    create function keep_letter() returns trigger language plpgsql as $$ begin
      insert into kept_letters values (new.payload->>'kind', (new.payload->>'about')::uuid);
      return new; end $$;
    create trigger before_all_keep before insert on jobs
      for each row when (new.kind = 'letter') execute function keep_letter()`);
  return async (orderId: string) => {
    const text = "select kind from kept_letters where about = $1 order by at";
    const rows = await database.query<{ kind: string }>(text, [orderId]);
    return rows.map(({ kind }) => kind);
  };
}
