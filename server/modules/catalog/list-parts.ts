import { and, asc, desc, eq, getTableColumns, gt, type SQL, sql } from "drizzle-orm";
import type { PartInList } from "#contract/catalog.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { hasIndexedWord, listFound } from "#server/platform/database/list-found.ts";
import { nameContains } from "./managed-filters.ts";
import { kitOfPart } from "./part-columns.ts";
import { isShown, present } from "./store.ts";
import { parts } from "./tables.ts";

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

function presentListed({
  kit,
  ...row
}: typeof parts.$inferSelect & { kit: PartInList["kit"] | null }): ListedPart {
  return { ...present(row), ...(kit && { kit }), position: row.position };
}
