import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Part } from "#contract/catalog.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { parts } from "./tables.ts";

/** Deleted and hidden parts are in no list, on no page, and cannot be ordered. */
export const isShown = and(isNull(parts.deletedAt), eq(parts.hidden, false));

export async function findPart(db: Queries, id: string): Promise<Part | undefined> {
  const [row] = await db
    .select()
    .from(parts)
    .where(and(eq(parts.id, id), isShown));
  return row && present(row);
}

/** Parts may share a name: prefers the one whose price makes this total, then the newest. */
export async function findPartByName(
  db: Queries,
  { name, quantity, totalCents }: { name: string; quantity: number; totalCents: number },
): Promise<string | undefined> {
  const hasTotal = sql`${parts.priceCents} * ${quantity}::int = ${totalCents}::bigint`;
  const [part] = await db
    .select({ id: parts.id })
    .from(parts)
    .where(and(eq(parts.name, name), isShown))
    .orderBy(desc(hasTotal), desc(parts.position))
    .limit(1);
  return part?.id;
}

/** Orders still name it, so the row stays. */
export async function markRemoved(db: Queries, id: string): Promise<Part | undefined> {
  const [removed] = await db
    .update(parts)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(parts.id, id), isNull(parts.deletedAt)))
    .returning();
  return removed && present(removed);
}

type Row = typeof parts.$inferSelect;

export function present(row: Row): Part {
  const { id, name, img, description, minimumQuantity, availablQuantity, number } = row;
  const price = toDollars(row.priceCents);
  return { _id: id, name, img, description, minimumQuantity, availablQuantity, price, number };
}
