// Old parts, refunds and time against a model: after each step the ledger of deposits balances.
import { expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { Return } from "#contract/returns.ts";
import { clearLimits } from "#tests/builders/limit.ts";
import { forfeitInDays, listDeposits, openWithDeposits, refundDeposit } from "#tests/deposits.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { openPayingShop, type PayingShop } from "#tests/paying-shop.ts";
import type { SignedIn } from "#tests/people.ts";
import { askReturn, closeReturn, shipPieces, taken } from "#tests/returns.ts";

/** `MODEL_STEPS=20000` for the proof. */
const steps = Number(process.env.MODEL_STEPS ?? 120);
const stepsPerOrder = 30;

const random = (below: number) => Math.floor(Math.random() * below);
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;

type Line = { id: string; quantity: number; cents: number; refunded: number; forfeited: number };
type Known = { shown: Return; line: Line; pieces: number; state: "open" | "inspected" | "closed" };
type World = {
  shop: PayingShop;
  buyer: SignedIn;
  admin: SignedIn;
  order: Order;
  lines: Line[];
  known: Known[];
};

const openOf = ({ quantity, refunded, forfeited }: Line) => quantity - refunded - forfeited;

function askedOf({ known }: World, line: Line): number {
  return known
    .filter((each) => each.line === line && each.state !== "closed")
    .reduce((sum, { pieces }) => sum + pieces, 0);
}

/** What was forfeited is given back last. */
function giveBack(line: Line, pieces: number): void {
  line.forfeited -= Math.max(0, pieces - openOf(line));
  line.refunded += pieces;
}

async function ask(world: World): Promise<void> {
  const { buyer, order, lines, known } = world;
  const line = pick(lines);
  const pieces = 1 + random(3);
  const wanted = [{ line: line.id, quantity: pieces, reason: "core" }];
  const { status, body } = await askReturn(buyer, order, wanted);
  const isAllowed = pieces <= openOf(line) - askedOf(world, line);
  expect(["ask", pieces, status]).toEqual(["ask", pieces, isAllowed ? 200 : 409]);
  if (isAllowed) known.push({ shown: body as Return, line, pieces, state: "open" });
}

async function inspect({ admin, known }: World): Promise<void> {
  const next = known.find(({ state }) => state === "open");
  if (!next) return;
  const { line, quantity } = next.shown.lines[0] ?? { line: "", quantity: 0 };
  const received = await taken(admin, next.shown, {
    step: "receive",
    lines: [{ line, pieces: quantity }],
  });
  const isRefused = random(4) === 0;
  const scrap = isRefused ? 0 : quantity;
  const found = { line, restock: 0, scrap, condition: "used" };
  const resolution = isRefused ? "refuse" : "refund";
  const lines = [{ ...found, resolution }];
  next.shown = await taken(admin, received, { step: "inspect", lines });
  next.pieces = scrap;
  next.state = "inspected";
}

async function close({ admin, known }: World): Promise<void> {
  const next = known.find(({ state }) => state === "inspected");
  if (!next) return;
  const { line, pieces, shown } = next;
  const isAllowed = line.refunded + pieces <= line.quantity;
  const { status } = await closeReturn(admin, shown);
  expect(["close", pieces, status]).toEqual(["close", pieces, isAllowed ? 200 : 409]);
  if (isAllowed) giveBack(line, pieces);
  else expect((await closeReturn(admin, shown, { isSettled: true })).status).toBe(200);
  next.state = "closed";
}

async function refund({ admin, order, lines }: World): Promise<void> {
  const line = pick(lines);
  const isAllowed = line.refunded < line.quantity;
  const { status } = await refundDeposit(admin, order, line.id, 1);
  expect(["refund", status]).toEqual(["refund", isAllowed ? 200 : 409]);
  if (isAllowed) giveBack(line, 1);
}

async function forfeit(world: World): Promise<void> {
  if (random(4) > 0) return;
  await forfeitInDays(world.shop, 91);
  for (const line of world.lines) {
    if (askedOf(world, line) === 0) line.forfeited += openOf(line);
  }
}

async function expectAsModel({ buyer, lines }: World): Promise<void> {
  const expected = lines.map((line) => ({
    _id: line.id,
    open: (openOf(line) * line.cents) / 100,
    refunded: (line.refunded * line.cents) / 100,
    forfeited: (line.forfeited * line.cents) / 100,
  }));
  expect(await listDeposits(buyer)).toMatchObject(expected);
}

it("balances after each step", { timeout: 3_600_000 }, async () => {
  const shop = await openPayingShop({ webhooks: "hold", letters: false });
  for (let done = 0; done < steps; done += stepsPerOrder) {
    await clearLimits(shop, "sign-ups");
    const opened = await openWithDeposits(shop);
    await shipPieces(opened.admin, opened.order);
    const lines = (await listDeposits(opened.buyer)).map((deposit): Line => {
      const { _id: id, pieces: quantity, charged } = deposit;
      const cents = Math.round((charged * 100) / quantity);
      return { id, quantity, cents, refunded: 0, forfeited: 0 };
    });
    const world: World = { ...opened, lines, known: [] };
    for (let each = 0; each < stepsPerOrder; each++) {
      await pick([ask, ask, inspect, inspect, close, close, refund, forfeit])(world);
      await expectAsModel(world);
    }
  }
  await expectReconciled(shop);
});
