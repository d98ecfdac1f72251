// A shop without HTTP in which people order, pay and leave, by the functions that its calls use.
import { onTestFinished } from "vitest";
import { Refusal } from "#contract/refusals.ts";
import { toDollars } from "#contract/rules/money.ts";
import { moveProblem, orderMoves } from "#contract/rules/order-states.ts";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { markRemoved } from "#server/modules/catalog/store.ts";
import { saveCheckout } from "#server/modules/checkout/store.ts";
import { addUser } from "#server/modules/customers/add-user.ts";
import { deleteUser } from "#server/modules/customers/remove-user.ts";
import { networksOf } from "#server/modules/inventory/count-holds.ts";
import { correctStock } from "#server/modules/inventory/move-goods.ts";
import {
  beginPayment,
  markPaymentFailed,
  markProcessing,
} from "#server/modules/orders/begin-payment.ts";
import { markPaid } from "#server/modules/orders/mark-paid.ts";
import { type LockedOrder, lockOrder, moveOrder } from "#server/modules/orders/move-order.ts";
import { defaultSettings } from "#server/modules/settings/default-settings.ts";
import { connect, type Database } from "#server/platform/database/connect.ts";
import { isOwnerDeleted } from "#server/platform/database/database-errors.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { createDatabase } from "./create-database.ts";
import { openBaskets, openOrders } from "./orders-without-http.ts";
import { pick } from "./random.ts";

export const priceCents = 500;
export const minimumQuantity = 1;
const actors = 8;
const env = { RESERVATION_FACTOR: 1_000_000 };

type Tx = Parameters<typeof lockOrder>[0];
export type WorldPart = { id: string; name: string; onHand: number; isDeleted: boolean };
export type Wanted = { part: WorldPart; quantity: number };
/** `held`: what the model believes to be reserved; `due`: its time is over. */
export type KnownLine = Wanted & { held: number; due: boolean };
/** `renewals`: how often beginning to pay has reserved again. */
export type Known = {
  id: string;
  person: string;
  lines: KnownLine[];
  state: string;
  renewals: number;
};
export type World = { db: Database; parts: WorldPart[]; people: string[]; orders: Known[] };

export async function openWorld(): Promise<World> {
  const { db, close } = connect(await createDatabase());
  onTestFinished(close);
  const world: World = { db, parts: [], people: [], orders: [] };
  for (const onHand of [4, 9, 20, 40]) await addWorldPart(world, onHand);
  for (let at = 0; at < actors; at++) world.people.push(await addPerson(world));
  return world;
}

async function addWorldPart({ db, parts }: World, onHand: number): Promise<void> {
  const added = aPart({ availablQuantity: onHand, minimumQuantity, priceCents });
  const id = await inTransaction(db, (tx) => addPart(tx, added));
  parts.push({ id, name: added.name, onHand, isDeleted: false });
}

const street = { company: "", street: "Kaistr. 4", postcode: "24103", city: "Kiel", region: "" };

async function addPerson({ db }: World): Promise<string> {
  const user = { email: `${newId()}@example.org`, name: "Vera", role: "customer" } as const;
  const id = (await addUser(db, { ...user, passwordHash: null })) ?? "";
  await saveCheckout(db, id, { address: { ...street, name: "Vera", country: "DE", phone: "" } });
  return id;
}

export async function receive({ db }: World, part: WorldPart, pieces: number): Promise<void> {
  const correction = { partId: part.id, reason: "receive", change: pieces } as const;
  const cause = { sourceId: newId(), byUser: null };
  await retryOnConflict(() => inTransaction(db, (tx) => correctStock(tx, correction, cause)));
  part.onHand += pieces;
}

/** Another one takes its place. */
export async function deletePart(world: World, part: WorldPart): Promise<void> {
  part.isDeleted = true;
  await inTransaction(world.db, (tx) => markRemoved(tx, part.id));
  await addWorldPart(world, pick([4, 9, 20, 40]));
}

/** Another one comes. */
export async function deleteAccount(world: World, person: string): Promise<void> {
  world.people[world.people.indexOf(person)] = await addPerson(world);
  await retryOnConflict(() => inTransaction(world.db, (tx) => deleteUser(tx, person)));
}

async function unlessDeleted<Placed>(place: () => Promise<Placed>): Promise<Placed | undefined> {
  try {
    return await place();
  } catch (error) {
    // The account went meanwhile.
    if (isOwnerDeleted(error)) return undefined;
    throw error;
  }
}

export async function place(world: World, { part, quantity }: Wanted): Promise<Known | undefined> {
  const person = pick(world.people);
  const to = { name: "Vera", email: "vera@example.org", phone: "", address: "" };
  const body = { ...to, productName: part.name, part: part.id, key: newId() };
  const placed = await unlessDeleted(() =>
    openOrders(world.db, env)(
      { _id: person },
      { ...body, quantity, totalPrice: toDollars(priceCents * quantity) },
    ),
  );
  if (!placed || placed instanceof Refusal) return undefined;
  const lines = [{ part, quantity, held: placed.heldUntil ? quantity : 0, due: false }];
  return remember(world, { id: placed._id, person, lines, state: "unpaid", renewals: 0 });
}

/** All in one order, if its pieces are as many as expected. */
export async function placeBasket(
  world: World,
  wanted: readonly Wanted[],
  pieces: number,
): Promise<Known | undefined> {
  const person = pick(world.people);
  const given = wanted.map(({ part: { id: partId }, quantity }) => ({ partId, quantity }));
  const placed = await unlessDeleted(() =>
    openBaskets(world.db, env)({ _id: person }, given, toDollars(priceCents * pieces)),
  );
  if (!placed || placed instanceof Refusal) return undefined;
  const lines = placed.lines.flatMap(({ part: id, quantity }) => {
    const part = world.parts.find((each) => each.id === id);
    return part ? [{ part, quantity, held: placed.heldUntil ? quantity : 0, due: false }] : [];
  });
  return remember(world, { id: placed._id, person, lines, state: "unpaid", renewals: 0 });
}

function remember(world: World, known: Known): Known {
  world.orders.push(known);
  return known;
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

/** Undefined where it is refused, else whether the stock is held. */
export const begin = (
  world: World,
  known: Known,
  { address = "192.0.2.1", factor = env.RESERVATION_FACTOR, now = new Date() } = {},
) =>
  withOrder(world, known, async (tx, order) => {
    const bounds = { ...defaultSettings.holds, factor };
    const payer = { now, networks: networksOf(address), bounds };
    const begun = await beginPayment(tx, order, payer);
    return begun instanceof Refusal ? undefined : begun.heldUntil !== undefined;
  });

export const settle = (world: World, known: Known) =>
  withOrder(world, known, async (tx, order) =>
    moveProblem("pay", order.paymentState)
      ? undefined
      : markPaid(tx, order, {
          transactionId: `pi_${order.id}`,
          paidAt: new Date(),
          delivery: order.delivery,
        }),
  );

export const processing = (world: World, known: Known) =>
  withOrder(world, known, async (tx, order) => {
    if (!["unpaid", "processing"].includes(order.paymentState)) return;
    await markProcessing(tx, order, new Date());
  });

export const decline = (world: World, known: Known) =>
  withOrder(world, known, (tx, order) => markPaymentFailed(tx, order, new Date()));

export type ModelMove = "cancel" | "close" | "refund" | "returnMoney";

export const move = (world: World, known: Known, name: ModelMove) =>
  withOrder(world, known, async (tx, order) => {
    if (moveProblem(name, order.paymentState)) return false;
    const [by] = orderMoves[name].by;
    const changes = name === "returnMoney" ? {} : { closedAt: new Date() };
    await moveOrder(tx, order, { name, by }, changes);
    return true;
  });
