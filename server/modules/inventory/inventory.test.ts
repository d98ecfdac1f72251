import { eq } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { connect, type Database } from "#server/platform/database/connect.ts";
import { isUniqueViolation } from "#server/platform/database/database-errors.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { countBlocked } from "#tests/builders/lock.ts";
import { createDatabase } from "#tests/create-database.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { correctStock, restock, shipReserved } from "./move-goods.ts";
import {
  expireHolds,
  type Hold,
  keepReserved,
  lockAvailableStock,
  releaseOrder,
} from "./reserve.ts";
import type { ReservationLine } from "./shelf-parts.ts";
import { reservations, stock } from "./tables.ts";

const inAnHour = () => new Date(Date.now() + 3_600_000);
const anHourAgo = () => new Date(Date.now() - 3_600_000);
const heldUntil = (expiresAt: Date): Hold => ({ state: "held", expiresAt });
const allocated: Hold = { state: "allocated", expiresAt: null };
const cause = () => ({ sourceId: newId(), byUser: null });

async function open(...quantities: number[]) {
  const { db, close } = connect(await createDatabase());
  onTestFinished(close);
  const partIds: string[] = [];
  for (const availablQuantity of quantities) {
    partIds.push(await addPart(db, aPart({ availablQuantity })));
  }
  return { db, partIds, partId: partIds[0] ?? "" };
}

const anOrder = (...lines: [partId: string, quantity: number][]) => ({
  orderId: newId(),
  userId: null,
  networks: { network: "192.0.2.1/32", wideNetwork: "192.0.2.0/24" },
  lines: lines.map(([partId, quantity]) => ({ orderLineId: newId(), partId, quantity })),
});
type AnOrder = ReturnType<typeof anOrder>;

const place = (db: Database, order: AnOrder, hold = heldUntil(inAnHour())) =>
  inTransaction(db, (tx) => keepReserved(tx, order, hold));

async function stockOf(db: Database, partId: string) {
  const [row] = await db.select().from(stock).where(eq(stock.partId, partId));
  return row && { onHand: row.onHand, reserved: row.reserved, available: row.available };
}

it("holds all lines of an order or none, and says what is short", async () => {
  const { db, partIds } = await open(5, 2);
  const [one = "", other = ""] = partIds;
  expect(await place(db, anOrder([one, 3], [other, 3]))).toEqual([{ partId: other, available: 2 }]);
  expect(await stockOf(db, one)).toEqual({ onHand: 5, reserved: 0, available: 5 });
  expect(await place(db, anOrder([one, 3], [other, 2]))).toEqual([]);
  expect(await stockOf(db, one)).toEqual({ onHand: 5, reserved: 3, available: 2 });
  expect(await place(db, anOrder([one, 1], [one, 2]))).toEqual([{ partId: one, available: 2 }]);
  await expectStockBalanced(db);
});

it("frees an expired hold for the next order, and by itself", async () => {
  const { db, partId } = await open(5);
  const expired = anOrder([partId, 5]);
  await place(db, expired, heldUntil(anHourAgo()));
  expect(await place(db, anOrder([partId, 4]), heldUntil(anHourAgo()))).toEqual([]);
  expect(await expireHolds(db)).toBe(1);
  expect(await expireHolds(db)).toBe(0);
  expect(await stockOf(db, partId)).toEqual({ onHand: 5, reserved: 0, available: 5 });
  await expectStockBalanced(db);
});

it("reserves again what has expired when it is paid, or says what is left", async () => {
  const { db, partIds } = await open(5, 5);
  const [one = "", other = ""] = partIds;
  const order = anOrder([one, 3], [other, 3]);
  await place(db, order, heldUntil(anHourAgo()));
  // Frees the first line alone.
  expect(await place(db, anOrder([one, 3]))).toEqual([]);
  const pay = () => inTransaction(db, (tx) => keepReserved(tx, order, allocated));
  expect(await pay()).toEqual([{ partId: one, available: 2 }]);
  await inTransaction(db, (tx) =>
    correctStock(tx, { partId: one, reason: "receive", change: 1 }, cause()),
  );
  expect(await pay()).toEqual([]);
  expect(await pay()).toEqual([]);
  expect(await stockOf(db, one)).toEqual({ onHand: 6, reserved: 6, available: 0 });
  await expectStockBalanced(db);
});

it("ships what is allocated in parts, never more, and takes it back", async () => {
  const { db, partId } = await open(5);
  const order = anOrder([partId, 3]);
  const [line] = order.lines as [ReservationLine];
  const ship = (quantity: number, why = cause()) =>
    inTransaction(db, (tx) => shipReserved(tx, [{ ...line, quantity }], why));
  await place(db, order);
  await expect(ship(1)).rejects.toThrow("has not reserved");
  await inTransaction(db, (tx) => keepReserved(tx, order, allocated));
  const first = cause();
  await ship(1, first);
  await expect(
    ship(1, first).catch((error) => isUniqueViolation(error, "inventory_movements_cause")),
  ).resolves.toBe(true);
  await expect(ship(3)).rejects.toThrow("has not reserved");
  await ship(2);
  expect(await stockOf(db, partId)).toEqual({ onHand: 2, reserved: 0, available: 2 });
  await inTransaction(db, (tx) => restock(tx, [{ ...line, quantity: 2 }], cause()));
  expect(await stockOf(db, partId)).toEqual({ onHand: 4, reserved: 0, available: 4 });
  await expectStockBalanced(db);
});

it("stores a count as a difference, and refuses one below what is reserved", async () => {
  const { db, partId } = await open(5);
  await place(db, anOrder([partId, 3]));
  const count = (counted: number) =>
    inTransaction(db, (tx) => correctStock(tx, { partId, reason: "count", counted }, cause()));
  expect(await count(2)).toMatchObject({ isCovered: false, reserved: 3 });
  expect(await count(3)).toMatchObject({ isCovered: true, change: -2 });
  expect(await stockOf(db, partId)).toEqual({ onHand: 3, reserved: 3, available: 0 });
  await expectStockBalanced(db);
});

it("balances while many people order, pay, cancel, ship and return at once", async () => {
  const { db, partIds } = await open(...Array.from({ length: 8 }, () => 20));
  const random = (below: number) => Math.floor(Math.random() * below);
  const aPart = () => partIds[random(partIds.length)] ?? "";
  const actor = async () => {
    for (let step = 0; step < 25; step++) {
      const chosen = [...new Set([aPart(), aPart(), aPart()])];
      const order = anOrder(...chosen.map((partId): [string, number] => [partId, 1 + random(4)]));
      const expiry = random(3) === 0 ? anHourAgo() : inAnHour();
      if ((await place(db, order, heldUntil(expiry))).length > 0) continue;
      if (random(4) === 0) await expireHolds(db);
      if (random(3) === 0) {
        await inTransaction(db, (tx) => releaseOrder(tx, order.orderId, null));
        continue;
      }
      const short = await inTransaction(db, (tx) => keepReserved(tx, order, allocated));
      if (short.length > 0) {
        await inTransaction(db, (tx) => releaseOrder(tx, order.orderId, null));
        continue;
      }
      await inTransaction(db, (tx) => shipReserved(tx, order.lines, cause()));
      await inTransaction(db, (tx) => restock(tx, order.lines, cause()));
    }
  };
  await Promise.all(Array.from({ length: 8 }, actor));
  await expectStockBalanced(db);
  const left = await db.select().from(reservations);
  expect(left.filter(({ state }) => state === "allocated")).toEqual([]);
});

it("renews nothing of an order before it has the stock of what expired", async () => {
  const { db, partIds } = await open(5, 5);
  const [one = "", other = ""] = partIds;
  const order = anOrder([one, 2], [other, 2]);
  // The other line has expired.
  await place(db, { ...order, lines: order.lines.slice(0, 1) });
  const isWaited = async () => (await countBlocked(db)) > 0;
  const locked = Promise.withResolvers<void>();
  const somebody = inTransaction(db, async (tx) => {
    await lockAvailableStock(tx, partIds);
    locked.resolve();
    await expect.poll(isWaited).toBe(true);
    // As freeing due holds does; each transaction would wait for the other.
    const ofOrder = eq(reservations.orderId, order.orderId);
    return tx.select().from(reservations).where(ofOrder).for("update", { noWait: true });
  });
  await locked.promise;
  const paying = inTransaction(db, (tx) => keepReserved(tx, order, allocated));
  expect(await somebody).toHaveLength(1);
  expect(await paying).toEqual([]);
  expect(await db.$count(reservations, eq(reservations.state, "allocated"))).toBe(2);
});
