// Part shipments against a model: every piece is accounted for after each step.
import { expect, it, onTestFinished } from "vitest";
import type { Order } from "#contract/orders.ts";
import { Refusal } from "#contract/refusals.ts";
import { toDollars } from "#contract/rules/money.ts";
import { type FulfilmentState, shippedProblem } from "#contract/rules/order-states.ts";
import type { Shipment } from "#contract/shipments.ts";
import { aPart } from "#seed/builders.ts";
import type { Context } from "#server/context.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { addUser } from "#server/modules/customers/add-user.ts";
import { markPaid } from "#server/modules/orders/mark-paid.ts";
import { lockOrder, moveOrder } from "#server/modules/orders/move-order.ts";
import { systemClock } from "#server/platform/clock.ts";
import { connect, type Database } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { createDatabase } from "#tests/create-database.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { openOrders } from "#tests/orders-without-http.ts";
import { pick, randomBelow } from "#tests/random.ts";
import { editShipment } from "./edit-shipment.ts";
import { shipOrder } from "./ship-order.ts";

/** `MODEL_STEPS=20000` for the proof. */
const steps = Number(process.env.MODEL_STEPS ?? 160);
const priceCents = 500;

type Parcel = { shipment: Shipment; pieces: number; state: Shipment["state"] };
type Known = { order: Order; isPaid: boolean; parcels: Parcel[] };

async function open() {
  const { db, close } = connect(await createDatabase());
  onTestFinished(close);
  const part = aPart({ availablQuantity: 1_000_000, minimumQuantity: 0, priceCents });
  const partId = await addPart(db, part);
  const account = { email: "ada@example.org", name: "Ada", role: "admin" } as const;
  const _id = (await addUser(db, { ...account, passwordHash: null })) ?? "";
  const context = { db, clock: systemClock, jobs: { wake() {} } };
  const caller = { person: { ...account, _id }, address: "192.0.2.1" };
  return {
    db,
    context: context as unknown as Context,
    caller: caller as never,
    partId,
    part,
  };
}

type World = Awaited<ReturnType<typeof open>>;

async function placePaid({ db, partId, part, caller }: World): Promise<Known> {
  const quantity = 1 + randomBelow(8);
  const env = { RESERVATION_FACTOR: 1_000_000 };
  const order = await openOrders(db, env)((caller as { person: { _id: string } }).person, {
    name: "Vera",
    email: "vera@example.org",
    phone: "",
    address: "",
    part: partId,
    productName: part.name,
    quantity,
    totalPrice: toDollars(priceCents * quantity),
    key: newId(),
  });
  if (order instanceof Refusal) throw new Error(order.message);
  await change(db, order, async (tx, locked) => {
    const payment = { transactionId: `pi_${locked.id}`, paidAt: new Date(), delivery: {} };
    await markPaid(tx, locked, payment);
  });
  return { order, isPaid: true, parcels: [] };
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

const change = (
  db: Database,
  { _id }: Order,
  work: (tx: Parameters<typeof lockOrder>[0], order: Locked) => Promise<unknown>,
) =>
  retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, _id);
      if (order) await work(tx, order);
      return order;
    }),
  );

const sum = (parcels: readonly Parcel[], ...states: string[]) =>
  parcels
    .filter(({ state }) => states.includes(state))
    .reduce((pieces, parcel) => pieces + parcel.pieces, 0);

const leftOf = ({ order, parcels }: Known) =>
  order.quantity - sum(parcels, "packed", "shipped", "delivered");

async function shipSome({ context, caller }: World, known: Known): Promise<void> {
  const isPacked = randomBelow(3) === 0;
  const quantity = 1 + randomBelow(4);
  const wanted =
    randomBelow(4) === 0 ? undefined : [{ line: known.order.lines[0]?._id ?? "", quantity }];
  const body = { key: newId(), isPacked, ...(wanted && { lines: wanted }) };
  const done = await shipOrder(context, { id: known.order._id, body, caller });
  const left = leftOf(known);
  const pieces = wanted ? quantity : left;
  const isGranted = known.isPaid && pieces > 0 && pieces <= left;
  expect([pieces, left, !(done instanceof Refusal)]).toEqual([pieces, left, isGranted]);
  if (done instanceof Refusal) return;
  known.parcels.push({ shipment: done.reply, pieces, state: isPacked ? "packed" : "shipped" });
}

async function moveOne({ context, caller }: World, known: Known): Promise<void> {
  const parcel = pick(known.parcels);
  if (!parcel) return;
  const to = pick(["shipped", "delivered", "void"] as const);
  const given = { params: { id: parcel.shipment._id }, query: {}, body: { state: to } };
  const done = await editShipment(context)(given, caller);
  const { state } = parcel;
  const isGranted =
    to === state ||
    (state === "packed" && (to === "void" || (to === "shipped" && known.isPaid))) ||
    (state === "shipped" && to === "delivered");
  expect([state, to, !(done instanceof Refusal)]).toEqual([state, to, isGranted]);
  if (isGranted) parcel.state = to;
}

/** As the customer does it: only while nothing has left. */
async function cancel({ db }: World, known: Known): Promise<void> {
  let isGranted = false;
  await change(db, known.order, async (tx, order) => {
    isGranted = order.state === "paid" && !shippedProblem(order.fulfilmentState as FulfilmentState);
    if (isGranted) await moveOrder(tx, order, { name: "refund", by: "owner" });
  });
  expect(isGranted).toBe(known.isPaid && sum(known.parcels, "shipped", "delivered") === 0);
  if (isGranted) known.isPaid = false;
}

async function expectCounted({ db }: World, known: Known): Promise<void> {
  const { order, parcels, isPaid } = known;
  const stored = await change(db, order, async () => {});
  const shipped = sum(parcels, "shipped", "delivered");
  expect(stored?.lines[0]?.shipped).toBe(shipped);
  const packed = isPaid ? sum(parcels, "packed") : 0;
  const all =
    sum(parcels, "delivered") === order.quantity
      ? "delivered"
      : shipped === order.quantity
        ? "shipped"
        : "partly_shipped";
  const none = packed > 0 ? "packed" : "none";
  expect([order.quantity, parcels, stored?.fulfilmentState]).toEqual([
    order.quantity,
    parcels,
    shipped > 0 ? all : none,
  ]);
}

it("ships, packs and cancels as the model says", { timeout: 3_600_000 }, async () => {
  const world = await open();
  const orders: Known[] = [];
  for (let step = 0; step < steps; step++) {
    const chance = randomBelow(100);
    const known = pick(orders.slice(-5));
    if (chance < 12 || !known) {
      orders.push(await placePaid(world));
      continue;
    }
    if (chance < 62) await shipSome(world, known);
    else if (chance < 94) await moveOne(world, known);
    else await cancel(world, known);
    await expectCounted(world, known);
  }
  await expectStockBalanced(world.db);
});

it("keeps every piece while many ship the same orders", { timeout: 3_600_000 }, async () => {
  const world = await open();
  const orders = await Promise.all([1, 2, 3].map(() => placePaid(world)));
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let step = 0; step < steps / 10; step++) {
        const { order } = pick(orders);
        const lines = [{ line: order.lines[0]?._id ?? "", quantity: 1 }];
        const body = { key: newId(), lines, isPacked: randomBelow(4) === 0 };
        await shipOrder(world.context, { id: order._id, body, caller: world.caller });
      }
    }),
  );
  for (const { order } of orders) {
    const stored = await change(world.db, order, async () => {});
    expect(stored?.lines[0]?.shipped).toBeLessThanOrEqual(order.quantity);
  }
  await expectStockBalanced(world.db);
});
