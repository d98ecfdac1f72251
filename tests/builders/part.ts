// Parts as a test needs them, changed behind the shop's back.
import { and, eq, like, sql } from "drizzle-orm";
import { parts } from "#server/modules/catalog/tables.ts";
import { movements, stock } from "#server/modules/inventory/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";

type Shop = { shop: { db: Queries } };
type Which = { id: string } | { name: string };
type Changes = {
  name?: string;
  description?: string;
  stock?: number;
  priceCents?: number;
  deletedAt?: Date;
};

const isPart = (part: Which) => ("id" in part ? eq(parts.id, part.id) : eq(parts.name, part.name));

/** As somebody changes it elsewhere: every process of the shop is told. */
export async function changePart(
  { shop }: Shop,
  part: Which,
  { stock: availablQuantity, ...changes }: Changes,
): Promise<void> {
  await shop.db
    .update(parts)
    .set({ ...changes, availablQuantity })
    .where(isPart(part));
}

export async function changeParts(
  { shop }: Shop,
  { stock: availablQuantity, ...changes }: Changes,
): Promise<void> {
  await shop.db.update(parts).set({ ...changes, availablQuantity });
}

export const listPartIds = (db: Queries) => db.select({ id: parts.id }).from(parts);

export async function removePart({ shop }: Shop, part: Which): Promise<void> {
  await shop.db.delete(parts).where(isPart(part));
}

/** Those whose name begins so, or all. */
export async function removeParts({ shop }: Shop, name = ""): Promise<void> {
  await shop.db.delete(parts).where(like(parts.name, `${name}%`));
}

/** Without a movement: nobody knows where the pieces come from, or went. */
export async function miscountStock(
  db: Queries,
  { id }: { id: string },
  by: number,
): Promise<void> {
  const onHand = sql`on_hand + ${by}`;
  await db.update(stock).set({ onHand }).where(eq(stock.partId, id));
}

/** The movement that opened the stock says so many pieces more than there were. */
export const changeOpening = (db: Queries, { id }: { id: string }, by: number) =>
  db
    .update(movements)
    .set({ onHandChange: sql`on_hand_change + ${by}` })
    .where(and(eq(movements.partId, id), eq(movements.reason, "opening")));

/** One piece more than there is. The constraints that forbid it stay dropped. */
export async function oversell(db: Queries, { id: partId }: { id: string }): Promise<void> {
  await db.execute(sql`alter table stock drop constraint stock_reserved_in_bounds`);
  await db.execute(sql`alter table parts drop constraint parts_stock_not_negative`);
  const [row] = await db.select().from(stock).where(eq(stock.partId, partId));
  const by = -((row?.available ?? 0) + 1);
  await db.insert(movements).values({
    ...{ partId, reason: "count", onHandChange: by, sourceId: crypto.randomUUID() },
  });
  await miscountStock(db, { id: partId }, by);
}
