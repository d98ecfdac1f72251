import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { NewPart, Part } from "#contract/catalog.ts";
import { toCents, toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { parts } from "./tables.ts";

type Row = typeof parts.$inferSelect;

type Listed = {
  newest?: number | undefined;
  q?: string | undefined;
  limit?: number | undefined;
  /** The position of the part that it follows. */
  after?: number | undefined;
};
/** With where it stands: a list goes on from there even if the part is gone by then. */
type Placed = Part & { position: number };

export async function listParts(db: Queries, wanted: Listed): Promise<Placed[]> {
  const found = wanted.q ? named(wanted.q) : undefined;
  if (wanted.newest) {
    const newest = db.select().from(parts).where(found).orderBy(desc(parts.position));
    return (await newest.limit(wanted.newest)).reverse().map(placed);
  }
  const query = db
    .select()
    .from(parts)
    .where(and(found, wanted.after ? gt(parts.position, wanted.after) : undefined))
    .orderBy(asc(parts.position));
  return (await (wanted.limit ? query.limit(wanted.limit) : query)).map(placed);
}

/** Where a part stands in the list, if it is there: after one that is gone, nothing can follow. */
export async function findPartPosition(db: Queries, id: string): Promise<number | undefined> {
  const [row] = await db.select({ position: parts.position }).from(parts).where(eq(parts.id, id));
  return row?.position;
}

export async function findPart(db: Queries, id: string): Promise<Part | undefined> {
  const [row] = await db.select().from(parts).where(eq(parts.id, id));
  return row && present(row);
}

export async function addPart(db: Queries, part: NewPart, id = newId()): Promise<string> {
  await insertPart(db, part, id);
  return id;
}

/** Under an id that it may have already: then it is there already, and this is false. */
export async function insertPart(db: Queries, part: NewPart, id: string): Promise<boolean> {
  const added = await db
    .insert(parts)
    .values({ ...toRow(part), id })
    .onConflictDoNothing({ target: parts.id })
    .returning({ id: parts.id });
  return added.length > 0;
}

/** In the order given; the database takes so many rows in one statement. */
export async function addParts(db: Queries, added: NewPart[]): Promise<void> {
  for (let from = 0; from < added.length; from += 5_000) {
    await db.insert(parts).values(added.slice(from, from + 5_000).map(toRow));
  }
}

/** The part before and after, if there is one; locked, so that both are of the same moment. */
export async function updatePrice(tx: Queries, id: string, price: number) {
  const [before] = await tx.select().from(parts).where(eq(parts.id, id)).for("update");
  const changes = { priceCents: toCents(price) };
  const [after] = await tx.update(parts).set(changes).where(eq(parts.id, id)).returning();
  return before && after && { before: present(before), after: present(after) };
}

/** Answers what is gone, if it was there. */
export async function removePart(db: Queries, id: string): Promise<Part | undefined> {
  const [removed] = await db.delete(parts).where(eq(parts.id, id)).returning();
  return removed && present(removed);
}

/** Every word is somewhere in the name; what means something to LIKE means only itself here. */
function named(q: string) {
  const words = q.split(/\s+/).filter((word) => word !== "");
  // Written exactly as the index has it. (ILIKE and an index of the names themselves would not agree
  // on what a small letter is.)
  return and(
    ...words.map(
      (word) => sql`lower(${parts.name}) like lower(${`%${word.replace(/[\\%_]/g, "\\$&")}%`})`,
    ),
  );
}

function toRow({ price, key: _, ...rest }: NewPart) {
  return { id: newId(), ...rest, priceCents: toCents(price) };
}

function placed(row: Row): Placed {
  return { ...present(row), position: row.position };
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
