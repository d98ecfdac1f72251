// Orders on account, receipts and cancellations in any order, against a model of limit and amounts.
import { expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import {
  type Account,
  accountOf,
  book,
  charge,
  creditOf,
  openAccount,
  order,
  paymentOf,
  setTerms,
  undoLast,
} from "#tests/accounts.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { openPayingShop } from "#tests/paying-shop.ts";
import { shipPieces } from "#tests/returns.ts";

/** `MODEL_STEPS=20000` for the proof. */
const steps = Number(process.env.MODEL_STEPS ?? 120);

const random = (below: number) => Math.floor(Math.random() * below);
const pick = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)];

type Known = {
  order: Order;
  /** Of $100 each: not sent or cancelled yet. */
  left: number;
  isSent: boolean;
  isCancelled: boolean;
  charged: number;
  credited: number;
  received: number;
  /** What the last receipt brought, if it was not taken back. */
  last: number;
};
type World = Account & { limit: number; known: Known[] };

const openOf = ({ charged, credited, received }: Known) => charged - credited - received;
const openInAll = ({ known }: World) => known.reduce((sum, each) => sum + openOf(each), 0);

async function buy(world: World): Promise<void> {
  const pieces = 2 + random(4);
  const placed = await order(world, pieces);
  const charged = pieces * 100;
  const { status } = await charge(world.buyer, placed);
  const isAllowed = openInAll(world) + charged <= world.limit;
  expect([charged, openInAll(world), status]).toEqual([
    charged,
    openInAll(world),
    isAllowed ? 200 : 409,
  ]);
  if (!isAllowed) return;
  const none = { isSent: false, isCancelled: false, credited: 0, received: 0, last: 0 };
  world.known.push({ order: placed, left: pieces, charged, ...none });
}

async function receive({ admin, known }: World): Promise<void> {
  const of = pick(known);
  if (!of) return;
  const amount = pick([50, 99.99, Math.max(0.01, openOf(of)), openOf(of) + 0.01]) ?? 0;
  if (amount <= 0) return;
  const { status } = await book(admin, of.order, Math.round(amount * 100) / 100);
  const isAllowed = amount <= openOf(of);
  expect([amount, openOf(of), status]).toEqual([amount, openOf(of), isAllowed ? 200 : 409]);
  if (isAllowed) Object.assign(of, { received: of.received + amount, last: amount });
}

async function takeBack({ admin, known }: World): Promise<void> {
  const of = pick(known.filter(({ last }) => last > 0));
  if (!of) return;
  expect(await undoLast(admin, "book-receipt", of.order._id)).toBe(200);
  Object.assign(of, { received: of.received - of.last, last: 0 });
}

async function cancelPiece({ buyer, known }: World): Promise<void> {
  const of = pick(known.filter(({ left, isCancelled }) => left > 1 && !isCancelled));
  if (!of) return;
  const lines = [{ line: of.order.lines[0]?._id, quantity: 1 }];
  const body = { key: crypto.randomUUID(), lines };
  const path = `/api/orders/${of.order._id}/cancellations`;
  expect((await buyer.send("POST", path, body)).status).toBe(200);
  of.left -= 1;
  of.credited += 100;
}

async function cancelAll({ buyer, known }: World): Promise<void> {
  const of = pick(known.filter(({ isCancelled }) => !isCancelled));
  if (!of || random(2) > 0) return;
  const { status } = await buyer.send("DELETE", `/api/orders/${of.order._id}`);
  expect(status).toBe(of.isSent ? 409 : 200);
  if (!of.isSent) Object.assign(of, { isCancelled: true, left: 0, credited: of.charged });
}

async function ship({ admin, known }: World): Promise<void> {
  const of = pick(known.filter(({ isSent, isCancelled }) => !isSent && !isCancelled));
  if (!of) return;
  await shipPieces(admin, of.order);
  Object.assign(of, { isSent: true, left: 0 });
}

async function changeLimit(world: World): Promise<void> {
  world.limit = 500 + 100 * random(20);
  expect(await setTerms(world.admin, world.id, { limit: world.limit, days: 30 })).toBe(200);
}

async function compare(world: World): Promise<void> {
  expect((await creditOf(world.buyer))?.open).toBeCloseTo(openInAll(world), 5);
  const of = pick(world.known);
  if (!of) return;
  const { charged, credited, received } = of;
  const shown = await accountOf(world.buyer, of.order);
  expect(shown).toMatchObject({ charged, credited, open: expect.closeTo(openOf(of), 5) });
  expect(shown.received).toBeCloseTo(received, 5);
  const expected = of.isCancelled ? "refunded" : openOf(of) > 0.005 ? "account" : "paid";
  await expect.poll(() => paymentOf(world.buyer, of.order)).toBe(expected);
}

it("every cent and the limit are as the model says", { timeout: 3_600_000 }, async () => {
  const shop = await openPayingShop({ letters: false });
  const world: World = { ...(await openAccount(shop)), limit: 1_000, known: [] };
  const moves = [buy, buy, receive, receive, takeBack, cancelPiece, cancelAll, ship, changeLimit];
  for (let step = 0; step < steps; step++) {
    await pick(moves)?.(world);
    await compare(world);
  }
  expect(world.known.length).toBeGreaterThan(3);
  await expectReconciled(shop);
  await expectStockBalanced(shop.shop.db);
});
