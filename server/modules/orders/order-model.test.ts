// Orders against a model: what each step answers, and what stock and states are afterwards.
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { Refusal } from "#contract/refusals.ts";
import { toDollars } from "#contract/rules/money.ts";
import { parts } from "#server/modules/catalog/tables.ts";
import { expireHolds } from "#server/modules/inventory/reserve.ts";
import { reservations, stock } from "#server/modules/inventory/tables.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { retryOnConflict } from "#server/platform/database/transaction.ts";
import { forgetWhoLapsed, lapseReservations, removeReservationsOf } from "#tests/builders/order.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import {
  begin,
  decline,
  deleteAccount,
  deletePart,
  type Known,
  type ModelMove,
  minimumQuantity,
  move,
  openWorld,
  place,
  placeBasket,
  priceCents,
  processing,
  receive,
  settle,
  type Wanted,
  type World,
  type WorldPart,
} from "#tests/order-world.ts";
import { openOrders } from "#tests/orders-without-http.ts";
import { pick, randomBelow, sample } from "#tests/random.ts";
import { orders } from "./tables.ts";

/** `MODEL_STEPS=20000` for the proof. */
const steps = Number(process.env.MODEL_STEPS ?? 240);
const actors = 8;
const maxRenewals = 2;

/** Its time is over, but it is not freed yet. */
const lapse = ({ db }: World, { id: _id }: Known) => lapseReservations(db, { _id });

type Stored = { state: string; held: Map<string, { kind: string; quantity: number }> };

const storedOf = async ({ db }: World) => {
  const rows = await db
    .select({ order: orders, reservation: reservations })
    .from(orders)
    .leftJoin(reservations, eq(reservations.orderId, orders.id));
  const all = new Map<string, Stored>();
  for (const { order, reservation } of rows) {
    const known = all.get(order.id) ?? { state: order.paymentState, held: new Map() };
    all.set(order.id, known);
    if (!reservation) continue;
    const { partId, state: kind, quantity } = reservation;
    known.held.set(partId, { kind, quantity });
  }
  return all;
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
  const inModel = world.parts.map(({ onHand }) => onHand).toSorted((one, other) => one - other);
  expect(shown.map(({ onHand }) => onHand)).toEqual(inModel);
  const stored = await storedOf(world);
  for (const { id, lines } of world.orders) {
    const { state, held } = stored.get(id) ?? { state: "", held: new Map() };
    const isOpen = state === "unpaid" || state === "processing";
    const kind = state === "paid" ? "allocated" : "held";
    for (const { part, quantity } of lines) {
      const line = held.get(part.id);
      if (state === "paid" || (isOpen && line))
        expect([id, line]).toEqual([id, { kind, quantity }]);
      else expect([id, state, line]).toEqual([id, state, undefined]);
    }
    expect(lines.length).toBeGreaterThanOrEqual(held.size);
  }
}

/** Free pieces of a part by the model; due holds count as free. */
function freeOf({ orders }: World, part: WorldPart): number {
  const kept = orders.flatMap(({ lines }) =>
    lines.filter((line) => line.part === part && !line.due),
  );
  return part.onHand - kept.reduce((sum, { held }) => sum + held, 0);
}

/** Whoever looks for stock of a part frees its due holds. */
function freeDue({ orders }: World, part: WorldPart): void {
  for (const { lines } of orders) {
    for (const line of lines) {
      if (line.part === part && line.due) Object.assign(line, { held: 0, due: false });
    }
  }
}

/** Reserves as the shop does for somebody who pays; true if there was enough of all. */
function reserveInModel(world: World, { lines }: Known): boolean {
  for (const line of lines) line.due = false;
  const missing = lines.filter(({ held }) => held === 0);
  if (missing.length === 0) return true;
  for (const { part } of lines) freeDue(world, part);
  if (missing.some(({ part, quantity }) => freeOf(world, part) < quantity)) return false;
  for (const line of missing) line.held = line.quantity;
  return true;
}

/** As for somebody who begins to pay: undefined where there are too few. */
function holdInModel(world: World, known: Known): boolean | undefined {
  const { lines } = known;
  if (lines.every(({ held, due }) => held > 0 && !due)) return true;
  for (const { part } of lines) freeDue(world, part);
  const missing = lines.filter(({ held }) => held === 0);
  if (missing.some(({ part, quantity }) => freeOf(world, part) < quantity)) return undefined;
  if (known.renewals === maxRenewals) return false;
  known.renewals += 1;
  for (const line of missing) line.held = line.quantity;
  return true;
}

/** As a basket sets it; none if there are too few. */
function orderableInModel(world: World, { part, quantity }: Wanted): number {
  const most = freeOf(world, part) - 1;
  const least = minimumQuantity + 1;
  return part.isDeleted || least > most ? 0 : Math.max(least, Math.min(quantity, most));
}

type Step = (world: World, known: Known) => Promise<void>;
const isOpen = ({ state }: Known) => state === "unpaid" || state === "processing";
/** Those that are sold, and some that were. */
const present = ({ parts }: World) => parts.slice(-6);

function release({ lines }: Known): void {
  for (const line of lines) Object.assign(line, { held: 0, due: false });
}

const modelSteps: Record<string, { weight: number; step: Step }> = {
  place: {
    weight: 18,
    step: async (world) => {
      const part = pick(present(world));
      const quantity = 1 + randomBelow(6);
      const free = freeOf(world, part);
      const isAllowed = !part.isDeleted && quantity > minimumQuantity && quantity < free;
      const placed = await place(world, { part, quantity });
      expect([quantity, free, placed !== undefined]).toEqual([quantity, free, isAllowed]);
      if (isAllowed) freeDue(world, part);
    },
  },
  placeBasket: {
    weight: 17,
    step: async (world) => {
      const wanted = sample(present(world), 1 + randomBelow(4)).map((part) => ({
        part,
        quantity: 1 + randomBelow(6),
      }));
      const left = wanted
        .map(({ part, ...line }) => ({
          part: part.id,
          quantity: orderableInModel(world, { part, ...line }),
        }))
        .filter(({ quantity }) => quantity > 0);
      const pieces = left.reduce((sum, { quantity }) => sum + quantity, 0);
      const placed = await placeBasket(world, wanted, pieces);
      const ordered = placed?.lines.map(({ part, quantity }) => ({ part: part.id, quantity }));
      const sorted = (lines: typeof left) =>
        lines.toSorted((a, b) => a.part.localeCompare(b.part, "en"));
      expect(sorted(ordered ?? [])).toEqual(sorted(left));
      if (placed) for (const { part } of wanted) freeDue(world, part);
    },
  },
  begin: {
    weight: 10,
    step: async (world, known) => {
      const isHeld = known.state === "unpaid" ? holdInModel(world, known) : undefined;
      expect(await begin(world, known)).toBe(isHeld);
    },
  },
  settle: {
    weight: 15,
    step: async (world, known) => {
      if (!isOpen(known)) return expect(await settle(world, known)).toBeUndefined();
      const isPaid = reserveInModel(world, known);
      expect(await settle(world, known)).toBe(isPaid ? "paid" : "sold-out");
      known.state = isPaid ? "paid" : "refunding";
      if (!isPaid) release(known);
    },
  },
  process: {
    weight: 6,
    step: async (world, known) => {
      await processing(world, known);
      if (isOpen(known)) known.state = "processing";
    },
  },
  decline: {
    weight: 4,
    step: async (world, known) => {
      await decline(world, known);
      if (known.state === "processing") known.state = "unpaid";
    },
  },
  lapse: {
    weight: 16,
    step: async (world, known) => {
      await lapse(world, known);
      if (isOpen(known)) for (const line of known.lines) line.due = line.held > 0;
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
  // Else all would be sold out soon.
  receive: {
    weight: 8,
    step: async (world) => {
      const part = pick(present(world));
      if (freeOf(world, part) < 4) await receive(world, part, 1 + randomBelow(6));
    },
  },
  deletePart: {
    weight: 1,
    step: (world) => deletePart(world, pick(world.parts.filter(({ isDeleted }) => !isDeleted))),
  },
  deleteAccount: {
    weight: 1,
    step: async (world) => {
      const person = pick(world.people);
      await deleteAccount(world, person);
      // Its orders stay; those that are unpaid are closed by a job.
      const left = world.orders.filter((each) => each.person === person && isOpen(each));
      if (randomBelow(2) === 0) return;
      for (const known of left) await expectMove(world, known, "close", "unpaid", "closed");
    },
  },
};
const drawn = Object.values(modelSteps).flatMap(({ weight, step }) => Array(weight).fill(step));

/** One of the newest, mostly one that can still be paid. */
function pickOrder({ orders }: World, newest: number): Known | undefined {
  const open = orders.filter(isOpen);
  const among = open.length > 0 && randomBelow(5) > 0 ? open : orders;
  return among.length > 0 ? pick(among.slice(-newest)) : undefined;
}

async function expectMove(world: World, known: Known, name: ModelMove, from: string, to: string) {
  const can = known.state === from;
  expect(await move(world, known, name)).toBe(can);
  if (!can) return;
  known.state = to;
  release(known);
}

it("answers and keeps as the model says", { timeout: 3_600_000 }, async () => {
  const world = await openWorld();
  // Who lets a hold lapse gets no other for a day; the model has no such memory.
  await forgetWhoLapsed(world.db);
  for (let step = 0; step < steps / 2; step++) {
    const step: Step = pick(drawn);
    const known = pickOrder(world, 12);
    await (known ? step(world, known) : modelSteps.place?.step(world, {} as Known));
  }
  const stored = await storedOf(world);
  for (const { id, state, lines } of world.orders) {
    const held = lines.flatMap(({ part, held }) => (held > 0 ? [[part.id, held]] : []));
    const kept = [...(stored.get(id)?.held ?? [])].map(([part, { quantity }]) => [part, quantity]);
    expect([id, stored.get(id)?.state, kept.sort()]).toEqual([id, state, held.sort()]);
  }
  await expectConsistent(world);
});

/** One step of one of many. Whatever others do meanwhile, no step may fail. */
async function stepAmongMany(world: World): Promise<void> {
  const chance = randomBelow(100);
  const known = pickOrder(world, 30);
  const wanted = () => ({ part: pick(present(world)), quantity: 2 + randomBelow(5) });
  if (chance < 20 || !known) await place(world, wanted());
  else if (chance < 38) {
    const lines = sample(present(world), 1 + randomBelow(4)).map((part) => ({ ...wanted(), part }));
    await placeBasket(
      world,
      lines,
      lines.reduce((sum, { quantity }) => sum + quantity, 0),
    );
  } else if (chance < 39) {
    const sold = world.parts.filter(({ isDeleted }) => !isDeleted);
    await (randomBelow(2) === 0
      ? deleteAccount(world, pick(world.people))
      : deletePart(world, pick(sold)));
  } else if (chance < 44) await receive(world, pick(present(world)), 1 + randomBelow(3));
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
  const world = await openWorld();
  const actor = async () => {
    for (let step = 0; step < steps / 2 / actors; step++) await stepAmongMany(world);
  };
  await Promise.all(Array.from({ length: actors }, actor));
  await expectConsistent(world);
});

it("stores an order beyond the bounds without a hold, also when its payment begins", async () => {
  const { db, parts, people } = await openWorld();
  const part = parts[3] as WorldPart;
  const person = people[0] ?? "";
  const env = { RESERVATION_FACTOR: 1 };
  const place = openOrders(db, env);
  const placeAs = async (_id: string, quantity: number) => {
    const placed = await place(
      { _id },
      {
        name: "V",
        email: "v@example.org",
        phone: "",
        address: "",
        productName: part.name,
        quantity,
        totalPrice: toDollars(priceCents * quantity),
        part: part.id,
        key: newId(),
      },
    );
    if (placed instanceof Refusal) throw new Error(placed.message);
    return { ...placed, isHeld: placed.heldUntil !== undefined };
  };
  const first = await placeAs(person, 2);
  expect(first.isHeld).toBe(true);
  for (let order = 1; order < 10; order++) expect((await placeAs(person, 2)).isHeld).toBe(true);
  const eleventh = await placeAs(person, 2);
  expect(eleventh.isHeld).toBe(false);
  // Another person's own allowance is untouched.
  expect((await placeAs(people[1] ?? "", 2)).isHeld).toBe(true);
  const reserved = () =>
    db.select({ reserved: stock.reserved }).from(stock).where(eq(stock.partId, part.id));
  expect(await reserved()).toEqual([{ reserved: 22 }]);
  const world: World = { db, parts, people, orders: [] };
  const lines = [{ part, quantity: 2, held: 0, due: false }];
  const known = { id: eleventh._id, person, lines, state: "unpaid", renewals: 0 };
  expect(await begin(world, known, { factor: 1 })).toBe(false);
  expect(await reserved()).toEqual([{ reserved: 22 }]);
  expect(await settle(world, known)).toBe("paid");
  expect(await reserved()).toEqual([{ reserved: 24 }]);
  // Whose hold lapsed gets no other on this part for a day.
  await lapse(world, { ...known, id: first._id });
  await expireHolds(db);
  await removeReservationsOf(db, person);
  expect((await placeAs(person, 2)).isHeld).toBe(false);
});
