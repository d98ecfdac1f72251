// Returns and refunds of an order in any order, against a model: every cent and piece is accounted for.
import { expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { Return } from "#contract/returns.ts";
import { aDiscount, aTaxRate } from "#tests/builders/settings.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { aStockedPart, readStock, type StockedPart } from "#tests/orders.ts";
import {
  openPayingShop,
  type PayingShop,
  readNetCharge,
  totalCentsOf,
} from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import {
  askReturn,
  closeReturn,
  deliverEverywhere,
  orderBasket,
  shipPieces,
  takeStep,
} from "#tests/returns.ts";
import { saveSettings } from "#tests/save-settings.ts";

/** `MODEL_STEPS=20000` for the proof. */
const steps = Number(process.env.MODEL_STEPS ?? 240);
const stepsPerOrder = 40;

const random = (below: number) => Math.floor(Math.random() * below);
const pick = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)];

type Line = {
  id: string;
  part: StockedPart;
  cents: number;
  quantity: number;
  shipped: number;
  returned: number;
  replaced: number;
  cancelled: number;
  refundedPieces: number;
};
type Known = { shown: Return; kept: Map<string, number>; resolution: string };
type World = {
  shop: PayingShop;
  buyer: SignedIn;
  admin: SignedIn;
  order: Order;
  lines: Line[];
  returns: Known[];
  refundedCents: number;
  /** On the shelf, by the model. */
  available: Map<string, number>;
};

const inHand = (state: string) => ["requested", "approved", "received"].includes(state);

function askedOf({ returns }: World, { id }: Line): number {
  return returns
    .filter(({ shown }) => inHand(shown.state))
    .flatMap(({ shown }) => shown.lines.map((line) => ({ ...line, state: shown.state })))
    .filter(({ line }) => line === id)
    .reduce((sum, line) => sum + (line.state === "received" ? line.received : line.quantity), 0);
}

const add = (map: Map<string, number>, key: string, by: number) =>
  map.set(key, (map.get(key) ?? 0) + by);

async function ship({ admin, order, lines }: World): Promise<void> {
  const line = pick(lines.filter((each) => unshipped(each) > 0));
  if (!line) return;
  const quantity = 1 + random(unshipped(line));
  await shipPieces(admin, order, [{ line: line.id, quantity }]);
  line.shipped += quantity;
}

const unshipped = ({ quantity, cancelled, shipped, replaced }: Line) =>
  quantity - cancelled - shipped + replaced;

/** Pieces that are not sent yet, as long as something of the order is. */
async function cancel(world: World): Promise<void> {
  const { buyer, order, lines } = world;
  const line = pick(lines);
  if (!line || random(3) > 0) return;
  const quantity = 1 + random(2);
  const isLeft = lines.some(
    (each) => each.shipped > 0 || unshipped(each) > (each === line ? quantity : 0),
  );
  const isRefundable = line.refundedPieces + quantity <= line.quantity;
  const isAllowed = quantity <= unshipped(line) && isLeft && isRefundable;
  const { status } = await buyer.send("POST", `/api/orders/${order._id}/cancellations`, {
    key: crypto.randomUUID(),
    lines: [{ line: line.id, quantity }],
  });
  expect([line, quantity, status]).toEqual([line, quantity, isAllowed ? 200 : 409]);
  if (isAllowed) cancelInModel(world, line, quantity);
}

function cancelInModel(world: World, line: Line, pieces: number): void {
  refundPieces(world, line, pieces);
  line.cancelled += pieces;
  add(world.available, line.part.id, pieces);
}

async function ask(world: World): Promise<void> {
  const { buyer, order, lines, returns } = world;
  const wanted = lines
    .map(({ id }) => ({ line: id, quantity: random(4) }))
    .filter(({ quantity }) => quantity > 0);
  if (wanted.length === 0) return;
  const left = (id: string) => {
    const line = lines.find((each) => each.id === id) as Line;
    return line.shipped - line.returned - askedOf(world, line);
  };
  const isAllowed = wanted.every(({ line, quantity }) => quantity <= left(line));
  const { status, body } = await askReturn(buyer, order, wanted);
  expect([wanted, status]).toEqual([wanted, isAllowed ? 200 : 409]);
  if (isAllowed) returns.push({ shown: body as Return, kept: new Map(), resolution: "" });
}

async function step(world: World): Promise<void> {
  const known = pick(world.returns);
  if (!known) return;
  const { admin, buyer } = world;
  const { shown } = known;
  const keep = ({ status, body }: { status: number; body: unknown }, isAllowed: boolean) => {
    expect([shown.state, status, body]).toEqual([
      shown.state,
      isAllowed ? 200 : 409,
      expect.anything(),
    ]);
    if (isAllowed) known.shown = body as Return;
  };
  const name = pick(["approve", "approve", "refuse", "cancel", "receive", "inspect", "close"]);
  const isEarly = shown.state === "requested" || shown.state === "approved";
  if (name === "approve") {
    keep(await takeStep(admin, shown, { step: name, free: true }), shown.state === "requested");
  } else if (name === "refuse" && random(3) === 0) {
    keep(await takeStep(admin, shown, { step: name, because: "Worn" }), isEarly);
  } else if (name === "cancel" && random(3) === 0) {
    keep(await buyer.send("DELETE", `/api/returns/${shown._id}`), isEarly);
  } else if (name === "receive") {
    const lines = shown.lines.map(({ line, quantity }, at) => ({
      line,
      pieces: at === 0 ? 1 + random(quantity) : random(quantity + 1),
    }));
    const isAllowed = shown.state === "approved" || shown.state === "received";
    keep(await takeStep(admin, shown, { step: name, lines }), isAllowed);
  } else if (name === "inspect" && shown.state === "received") {
    await inspect(world, known);
  } else if (name === "close") {
    await close(world, known);
  }
}

async function inspect(world: World, known: Known): Promise<void> {
  const { shown } = known;
  const resolution = pick(["refund", "refund", "replace", "refuse"]) ?? "refund";
  const lines = shown.lines
    .filter(({ received }) => received > 0)
    .map(({ line, received }) => {
      const scrap = random(received + 1);
      const pieces = { restock: received - scrap, scrap };
      const kept = resolution === "refuse" ? { restock: 0, scrap: 0 } : pieces;
      return { line, condition: "opened", resolution, ...kept };
    });
  const { status, body } = await takeStep(world.admin, shown, { step: "inspect", lines });
  expect([status, body]).toEqual([200, expect.anything()]);
  known.shown = body as Return;
  known.resolution = resolution;
  for (const { line: id, restock, scrap } of lines) {
    const line = world.lines.find((each) => each.id === id) as Line;
    line.returned += restock + scrap;
    known.kept.set(id, restock + scrap);
    add(world.available, line.part.id, restock);
  }
}

async function close(world: World, known: Known): Promise<void> {
  const { admin, lines } = world;
  const { shown, kept, resolution } = known;
  const back = lines.map((line) => ({ line, pieces: kept.get(line.id) ?? 0 }));
  const canRefund = back.every(({ line, pieces }) => line.refundedPieces + pieces <= line.quantity);
  const isAllowed = shown.state === "inspected" && (resolution !== "refund" || canRefund);
  const { status, body } = await closeReturn(admin, shown);
  expect([shown.state, resolution, status]).toEqual([
    shown.state,
    resolution,
    isAllowed ? 200 : 409,
  ]);
  if (!isAllowed) return;
  known.shown = body as Return;
  for (const { line, pieces } of back) {
    if (resolution === "refund") refundPieces(world, line, pieces);
    if (resolution !== "replace" || pieces === 0) continue;
    line.replaced += pieces;
    add(world.available, line.part.id, -pieces);
  }
}

function refundPieces(world: World, line: Line, pieces: number): void {
  const share = (count: number) => Math.round((line.cents * count) / line.quantity);
  world.refundedCents += share(line.refundedPieces + pieces) - share(line.refundedPieces);
  line.refundedPieces += pieces;
}

/** As an admin refunds without a return. */
async function refund(world: World): Promise<void> {
  const line = pick(world.lines);
  if (!line || random(3) > 0) return;
  const isAllowed = line.refundedPieces < line.quantity;
  const { status } = await world.admin.send("POST", `/api/orders/${world.order._id}/refunds`, {
    key: crypto.randomUUID(),
    reason: "goodwill",
    note: "",
    lines: [{ line: line.id, quantity: 1 }],
  });
  expect([line.refundedPieces, status]).toEqual([line.refundedPieces, isAllowed ? 200 : 409]);
  if (!isAllowed) return;
  // Of a line of which nothing was sent, the piece is not sent any more.
  if (line.shipped === 0 && unshipped(line) > 0) cancelInModel(world, line, 1);
  else refundPieces(world, line, 1);
}

async function expectAsModel({ shop, admin, order, lines, available, ...world }: World) {
  const { body } = await admin.get(`/api/orders/${order._id}`);
  const stored = new Map((body as Order).lines.map((line) => [line._id, line]));
  for (const { id, shipped, returned, cancelled, part } of lines) {
    expect(stored.get(id)).toMatchObject({ shipped, returned, cancelled });
    expect(await readStock(shop, part)).toBe(available.get(part.id));
  }
  expect(readNetCharge(shop, order)).toBe(totalCentsOf(order) - world.refundedCents);
}

const toCents = (dollars: number) => Math.round(dollars * 100);

/** Ten percent off the goods, the delivery of $5.90, and 19 % of tax contained. */
function expectPriced(order: Order, wanted: readonly (readonly [StockedPart, number])[]): void {
  const goods = wanted.reduce((sum, [{ priceCents }, pieces]) => sum + priceCents * pieces, 0);
  const total = goods - Math.round(goods / 10) + 590;
  expect(toCents(order.totalPrice)).toBe(total);
  expect(order.lines.reduce((sum, line) => sum + toCents(line.total), 0)).toBe(total);
  for (const [{ name, priceCents }, pieces] of wanted) {
    const line = order.lines.find((each) => each.name === name);
    expect(Math.abs(toCents(line?.total ?? 0) - priceCents * pieces * 0.9)).toBeLessThan(1.001);
  }
  expect(Math.abs(toCents(order.tax ?? 0) - (total * 19) / 119)).toBeLessThan(order.lines.length);
}

it("accounts for every cent and piece", { timeout: 3_600_000 }, async () => {
  const shop = await openPayingShop({ webhooks: "hold", letters: false });
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await deliverEverywhere(admin);
  await saveSettings(admin, {
    tax: { rates: [aTaxRate()] },
    discounts: { discounts: [aDiscount()] },
  });
  const parts: StockedPart[] = [];
  for (const priceCents of [4_999, 3_337, 101, 25_000]) {
    const part = { name: `Part at ${priceCents}`, priceCents, availablQuantity: 1_000_000 };
    parts.push(await aStockedPart(shop, part));
  }
  for (let done = 0; done < steps; done += stepsPerOrder) {
    const chosen = parts.toSorted(() => random(3) - 1).slice(0, 2 + random(3));
    const wanted = chosen.map((part) => [part, 2 + random(6)] as const);
    const order = await orderBasket(shop, buyer, wanted);
    expectPriced(order, wanted);
    const lines = wanted.map(([part]): Line => {
      const line = order.lines.find(({ name }) => name === part.name);
      if (!line) throw new Error(`${part.name} was not ordered`);
      const none = { shipped: 0, returned: 0, replaced: 0, cancelled: 0, refundedPieces: 0 };
      const { _id: id, quantity, total } = line;
      return { id, part, quantity, cents: toCents(total), ...none };
    });
    const available = new Map<string, number>();
    for (const part of parts) available.set(part.id, await readStock(shop, part));
    const begun = { shop, buyer, admin, order, lines, available };
    const world: World = { ...begun, returns: [], refundedCents: 0 };
    for (let each = 0; each < stepsPerOrder; each++)
      await (pick([ship, cancel, ask, ask, step, step, step, step, step, refund]) ?? step)(world);
    await expectAsModel(world);
  }
  await expectStockBalanced(shop.shop.db);
  await expectReconciled(shop);
});
