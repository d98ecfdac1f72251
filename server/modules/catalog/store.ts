import { and, asc, desc, eq, getTableColumns, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Part, PartInList } from "#contract/catalog.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { listFound } from "#server/platform/database/list-found.ts";
import { hasIndexedWord, nameContains } from "./managed-filters.ts";
import { kitOfPart } from "./part-columns.ts";
import { parts } from "./tables.ts";

/** Deleted and hidden parts are in no list, on no page, and cannot be ordered. */
const isShown = and(isNull(parts.deletedAt), eq(parts.hidden, false));

type Filters = {
  newest?: number | undefined;
  q?: string | undefined;
  limit?: number | undefined;
  after?: number | undefined;
};
/** With its position, so that the next page is found even if this part is deleted by then. */
export type ListedPart = PartInList & { position: number };

const listed = { ...getTableColumns(parts), kit: kitOfPart(sql`${parts.id}`) };

export async function listParts(db: Queries, filters: Filters): Promise<ListedPart[]> {
  const { q, newest, after } = filters;
  const limit = newest ?? filters.limit;
  const order = newest ? desc(parts.position) : asc(parts.position);
  const matches = and(isShown, after && !newest ? gt(parts.position, after) : undefined);
  const list = (db: Queries, has?: SQL) => {
    const query = db.select(listed).from(parts).where(and(matches, has)).orderBy(order);
    return limit ? query.limit(limit) : query;
  };
  const has = q ? nameContains(q) : undefined;
  const rows =
    q && has && limit && !hasIndexedWord(q)
      ? await listFound(
          db,
          { from: sql`parts`, matches, order, limit, list },
          { has, byIndex: undefined },
        )
      : await list(db, has);
  return (newest ? rows.reverse() : rows).map(presentListed);
}

export async function findPartPosition(db: Queries, id: string): Promise<number | undefined> {
  const [row] = await db
    .select({ position: parts.position })
    .from(parts)
    .where(and(eq(parts.id, id), isShown));
  return row?.position;
}

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

function presentListed({ kit, ...row }: Row & { kit: PartInList["kit"] | null }): ListedPart {
  return { ...present(row), ...(kit && { kit }), position: row.position };
}

function present(row: Row): Part {
  const { id, name, img, description, minimumQuantity, availablQuantity, number } = row;
  const price = toDollars(row.priceCents);
  return { _id: id, name, img, description, minimumQuantity, availablQuantity, price, number };
}
