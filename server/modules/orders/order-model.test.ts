// Orders against a model: what each step answers, and what stock and states are afterwards.

import { eq } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { Refusal } from "#contract/refusals.ts";
import { toDollars } from "#contract/rules/money.ts";
import { moveProblem, orderMoves } from "#contract/rules/order-states.ts";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { parts } from "#server/modules/catalog/tables.ts";
import { addUser } from "#server/modules/customers/add-user.ts";
import { expireHolds } from "#server/modules/inventory/reserve.ts";
import { reservations, stock } from "#server/modules/inventory/tables.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { connect, type Database } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { forgetWhoLapsed, lapseReservations, removeReservationsOf } from "#tests/builders/order.ts";
import { createDatabase } from "#tests/create-database.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { openOrders } from "#tests/orders-without-http.ts";
import { beginPayment, markPaymentFailed, markProcessing } from "./begin-payment.ts";
import { markPaid } from "./mark-paid.ts";
import { type LockedOrder, lockOrder, moveOrder } from "./move-order.ts";
import { orders } from "./tables.ts";

/** `MODEL_STEPS=20000` for the proof. */
const steps = Number(process.env.MODEL_STEPS ?? 240);
const actors = 8;
const priceCents = 500;
const minimumQuantity = 1;

type Tx = Parameters<typeof lockOrder>[0];
type Part = { id: string; name: string; onHand: number };
/** `held`: what the model believes to be reserved. */
type Known = {
  id: string;
  part: Part;
  quantity: number;
  state: string;
  held: number;
  due: boolean;
};
type World = { db: Database; parts: Part[]; people: string[]; orders: Known[] };

const random = (below: number) => Math.floor(Math.random() * below);
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;

async function open(): Promise<World> {
  const { db, close } = connect(await createDatabase());
  onTestFinished(close);
  const parts: Part[] = [];
  for (const onHand of [4, 9, 20, 40]) {
    const added = aPart({ availablQuantity: onHand, minimumQuantity, priceCents });
    parts.push({ id: await addPart(db, added), name: added.name, onHand });
  }
  const people: string[] = [];
  for (let at = 0; at < actors; at++) {
    const user = { email: `person.${at}@example.org`, name: "Vera", role: "customer" } as const;
    people.push((await addUser(db, { ...user, passwordHash: null })) ?? "");
  }
  return { db, parts, people, orders: [] };
}

/** In the order's own transaction, as all callers do it. */
const withOrder = <Result>(
  { db }: World,
  { id }: Known,
  work: (tx: Tx, order: LockedOrder) => Promise<Result>,
): Promise<Result | undefined> =>
  retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, id);
      return order && work(tx, order);
    }),
  );

async function place(world: World, part: Part, quantity: number): Promise<Known | undefined> {
  const env = { RATE_LIMIT_FACTOR: 1_000_000 };
  const placed = await openOrders(world.db, env)(
    { _id: pick(world.people) },
    {
      ...{
        name: "Vera",
        email: "vera@example.org",
        phone: "",
        address: "",
        productName: part.name,
      },
      ...{ quantity, totalPrice: toDollars(priceCents * quantity), part: part.id, key: newId() },
    },
  );
  if (placed instanceof Refusal) return undefined;
  const held = placed.heldUntil ? quantity : 0;
  const known = { id: placed._id, part, quantity, state: "unpaid", held, due: false };
  world.orders.push(known);
  return known;
}

const begin = (world: World, known: Known) =>
  withOrder(world, known, async (tx, order) => !(await beginPayment(tx, order, new Date())));

const settle = (world: World, known: Known) =>
  withOrder(world, known, async (tx, order) =>
    moveProblem("pay", order.paymentState)
      ? undefined
      : markPaid(
          tx,
          order,
          { transactionId: `pi_${order.id}`, paidAt: new Date() },
          { addOrderLetter },
        ),
  );

const processing = (world: World, known: Known) =>
  withOrder(world, known, async (tx, order) => {
    if (!["unpaid", "processing"].includes(order.paymentState)) return;
    await markProcessing(tx, order, new Date());
  });

const decline = (world: World, known: Known) =>
  withOrder(world, known, (tx, order) => markPaymentFailed(tx, order, new Date()));

const move = (world: World, known: Known, name: "cancel" | "close" | "refund" | "returnMoney") =>
  withOrder(world, known, async (tx, order) => {
    if (moveProblem(name, order.paymentState)) return false;
    const [by] = orderMoves[name].by;
    const changes = name === "returnMoney" ? {} : { closedAt: new Date() };
    await moveOrder(tx, order, { name, by }, changes);
    return true;
  });

/** Its time is over, but it is not freed yet. */
const lapse = ({ db }: World, { id: _id }: Known) => lapseReservations(db, { _id });

const storedOf = async ({ db }: World) => {
  const rows = await db
    .select({ order: orders, reservation: reservations })
    .from(orders)
    .leftJoin(reservations, eq(reservations.orderId, orders.id));
  return new Map(
    rows.map(({ order, reservation }) => [
      order.id,
      {
        state: order.paymentState ?? "",
        kind: reservation?.state ?? null,
        held: reservation?.quantity ?? 0,
      },
    ]),
  );
};

/** Movements, reservations and states explain every number in stock. */
async function expectConsistent(world: World): Promise<void> {
  await expectStockBalanced(world.db);
  const shown = await world.db
    .select({ onHand: stock.onHand })
    .from(parts)
    .innerJoin(stock, eq(stock.partId, parts.id))
    .where(eq(parts.availablQuantity, stock.available))
    .orderBy(stock.onHand);
  expect(shown.map(({ onHand }) => onHand)).toEqual(world.parts.map(({ onHand }) => onHand));
  const stored = await storedOf(world);
  for (const { id, quantity } of world.orders) {
    const { state = "", kind = null, held = 0 } = stored.get(id) ?? {};
    if (state === "paid") expect([id, kind, held]).toEqual([id, "allocated", quantity]);
    else if (state === "unpaid" || state === "processing")
      expect([id, kind ?? "held", [0, quantity].includes(held)]).toEqual([id, "held", true]);
    else expect([id, state, held]).toEqual([id, state, 0]);
  }
}

/** Free pieces of a part by the model; due holds count as free. */
function freeOf({ orders }: World, part: Part, besides?: Known): number {
  const kept = orders.filter((order) => order.part === part && order !== besides && !order.due);
  return part.onHand - kept.reduce((sum, { held }) => sum + held, 0);
}

/** Whoever looks for stock of a part frees its due holds. */
function freeDue({ orders }: World, part: Part, besides?: Known): void {
  for (const order of orders) {
    if (order.part !== part || order === besides || !order.due) continue;
    Object.assign(order, { held: 0, due: false });
  }
}

/** Reserves as the shop does for somebody who pays; true if there was enough. */
function reserveInModel(world: World, known: Known): boolean {
  if (known.held === 0) {
    const free = freeOf(world, known.part);
    freeDue(world, known.part);
    if (free < known.quantity) return false;
    known.held = known.quantity;
  }
  known.due = false;
  return true;
}

type Step = (world: World, known: Known) => Promise<void>;
const isOpen = ({ state }: Known) => state === "unpaid" || state === "processing";

const modelSteps: Record<string, { weight: number; step: Step }> = {
  place: {
    weight: 35,
    step: async (world) => {
      const part = pick(world.parts);
      const quantity = 1 + random(6);
      const free = freeOf(world, part);
      const isAllowed = quantity > minimumQuantity && quantity < free;
      const placed = await place(world, part, quantity);
      expect([quantity, free, placed !== undefined]).toEqual([quantity, free, isAllowed]);
      if (isAllowed) freeDue(world, part, placed);
    },
  },
  begin: {
    weight: 10,
    step: async (world, known) => {
      const can = known.state === "unpaid" && reserveInModel(world, known);
      expect(await begin(world, known)).toBe(can);
    },
  },
  settle: {
    weight: 15,
    step: async (world, known) => {
      if (!isOpen(known)) return expect(await settle(world, known)).toBeUndefined();
      const state = reserveInModel(world, known) ? "paid" : "refunding";
      expect(await settle(world, known)).toBe(state);
      Object.assign(known, { state, ...(state === "refunding" && { held: 0 }) });
    },
  },
  process: {
    weight: 6,
    step: async (world, known) => {
      await processing(world, known);
      if (!isOpen(known)) return;
      reserveInModel(world, known);
      known.state = "processing";
    },
  },
  decline: {
    weight: 4,
    step: async (world, known) => {
      await decline(world, known);
      if (known.state !== "processing") return;
      known.state = "unpaid";
      reserveInModel(world, known);
    },
  },
  lapse: {
    weight: 8,
    step: async (world, known) => {
      await lapse(world, known);
      if (isOpen(known) && known.held > 0) known.due = true;
    },
  },
  expire: {
    weight: 4,
    step: async (world) => {
      while ((await expireHolds(world.db)) > 0);
      for (const part of world.parts) freeDue(world, part);
    },
  },
  cancel: { weight: 8, step: (...on) => expectMove(...on, "cancel", "unpaid", "cancelled") },
  close: { weight: 4, step: (...on) => expectMove(...on, "close", "unpaid", "closed") },
  refund: { weight: 4, step: (...on) => expectMove(...on, "refund", "paid", "refunding") },
  done: { weight: 2, step: (...on) => expectMove(...on, "returnMoney", "refunding", "refunded") },
};
const drawn = Object.values(modelSteps).flatMap(({ weight, step }) => Array(weight).fill(step));

type MoveName = Parameters<typeof move>[2];

async function expectMove(world: World, known: Known, name: MoveName, from: string, to: string) {
  const can = known.state === from;
  expect(await move(world, known, name)).toBe(can);
  if (can) Object.assign(known, { state: to, held: 0, due: false });
}

it("answers and keeps as the model says", { timeout: 3_600_000 }, async () => {
  const world = await open();
  // Who lets a hold lapse gets no other for a day; the model has no such memory.
  await forgetWhoLapsed(world.db);
  for (let step = 0; step < steps / 2; step++) {
    const step: Step = pick(drawn);
    const known = world.orders.length > 0 ? pick(world.orders.slice(-12)) : undefined;
    await (known ? step(world, known) : modelSteps.place?.step(world, {} as Known));
  }
  const stored = await storedOf(world);
  for (const { id, state, held } of world.orders)
    expect(stored.get(id)).toMatchObject({ state, held });
  await expectConsistent(world);
});

/** One step of one of many. Whatever others do meanwhile, no step may fail. */
async function stepAmongMany(world: World): Promise<void> {
  const chance = random(100);
  const known = world.orders.length > 0 ? pick(world.orders.slice(-30)) : undefined;
  if (chance < 40 || !known) await place(world, pick(world.parts), 2 + random(5));
  else if (chance < 50) await begin(world, known);
  else if (chance < 65) await settle(world, known);
  else if (chance < 70) await processing(world, known);
  else if (chance < 73) await decline(world, known);
  else if (chance < 90) {
    await move(world, known, pick(["cancel", "close", "refund", "returnMoney"] as const));
  } else if (chance < 97) await lapse(world, known);
  else await retryOnConflict(() => expireHolds(world.db));
}

it("stays consistent while many people do it at once", { timeout: 3_600_000 }, async () => {
  const world = await open();
  const actor = async () => {
    for (let step = 0; step < steps / 2 / actors; step++) await stepAmongMany(world);
  };
  await Promise.all(Array.from({ length: actors }, actor));
  await expectConsistent(world);
});

it("stores an order beyond the bounds without a hold, and reserves when it is paid", async () => {
  const { db, parts, people } = await open();
  const part = parts[3] as Part;
  const person = people[0] ?? "";
  const env = { RATE_LIMIT_FACTOR: 1 };
  const place = openOrders(db, env);
  const placeAs = async (_id: string, quantity: number) => {
    const placed = await place(
      { _id },
      {
        ...{ name: "V", email: "v@example.org", phone: "", address: "", productName: part.name },
        ...{ quantity, totalPrice: toDollars(priceCents * quantity), part: part.id, key: newId() },
      },
    );
    if (placed instanceof Refusal) throw new Error(placed.message);
    return { ...placed, isHeld: placed.heldUntil !== undefined };
  };
  for (let order = 0; order < 10; order++) expect((await placeAs(person, 2)).isHeld).toBe(true);
  const eleventh = await placeAs(person, 2);
  expect(eleventh.isHeld).toBe(false);
  // Another person's own allowance is untouched.
  expect((await placeAs(people[1] ?? "", 2)).isHeld).toBe(true);
  const reserved = () =>
    db.select({ reserved: stock.reserved }).from(stock).where(eq(stock.partId, part.id));
  expect(await reserved()).toEqual([{ reserved: 22 }]);
  const world: World = { db, parts, people, orders: [] };
  const known = { id: eleventh._id, part, quantity: 2, state: "unpaid", held: 0, due: false };
  expect(await begin(world, known)).toBe(true);
  expect(await reserved()).toEqual([{ reserved: 24 }]);
  // Whose hold lapsed gets no other on this part for a day.
  await lapse(world, known);
  await expireHolds(db);
  await removeReservationsOf(db, person);
  expect((await placeAs(person, 2)).isHeld).toBe(false);
});
