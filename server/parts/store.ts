import { asc, desc, eq, gt, sql } from "drizzle-orm";
import { toCents, toDollars } from "#contract/money.ts";
import type { NewPart, Part } from "#contract/parts.ts";
import type { Queries } from "#server/database/connect.ts";
import { newId } from "#server/database/new-id.ts";
import { parts } from "#server/database/schema.ts";

type Row = typeof parts.$inferSelect;

export async function listParts(
  db: Queries,
  wanted: { newest?: number | undefined; limit?: number | undefined; after?: string | undefined },
): Promise<Part[]> {
  if (wanted.newest) {
    const rows = await db.select().from(parts).orderBy(desc(parts.position)).limit(wanted.newest);
    return rows.reverse().map(present);
  }
  const query = db
    .select()
    .from(parts)
    .where(wanted.after ? gt(parts.position, positionOf(wanted.after)) : undefined)
    .orderBy(asc(parts.position));
  return (await (wanted.limit ? query.limit(wanted.limit) : query)).map(present);
}

/** Whether a cursor still points at a part; after one that is gone, nothing can follow. */
export async function hasPart(db: Queries, id: string): Promise<boolean> {
  const rows = await db.select({ id: parts.id }).from(parts).where(eq(parts.id, id));
  return rows.length > 0;
}

export async function findPart(db: Queries, id: string): Promise<Part | undefined> {
  const [row] = await db.select().from(parts).where(eq(parts.id, id));
  return row && present(row);
}

export async function addPart(db: Queries, part: NewPart): Promise<string> {
  const row = toRow(part);
  await db.insert(parts).values(row);
  return row.id;
}

/** In the order given; the database takes so many rows in one statement. */
export async function addParts(db: Queries, added: NewPart[]): Promise<void> {
  for (let from = 0; from < added.length; from += 5_000) {
    await db.insert(parts).values(added.slice(from, from + 5_000).map(toRow));
  }
}

export async function removePart(db: Queries, id: string): Promise<boolean> {
  const removed = await db.delete(parts).where(eq(parts.id, id)).returning({ id: parts.id });
  return removed.length > 0;
}

function positionOf(id: string) {
  return sql`(select position from parts where id = ${id})`;
}

function toRow({ price, ...rest }: NewPart) {
  return { id: newId(), ...rest, priceCents: toCents(price) };
}

function present(row: Row): Part {
  return {
    _id: row.id,
    name: row.name,
    img: row.img,
    description: row.description,
    minimumQuantity: row.minimumQuantity,
    availablQuantity: row.availablQuantity,
    price: toDollars(row.priceCents),
  };
}
