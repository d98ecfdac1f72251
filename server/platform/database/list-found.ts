import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Queries } from "./connect.ts";

/** So many are read in the order of the list first: a common word fills a page from these. */
const nearestRows = 1_000;

type Listed<Row> = {
  from: SQL;
  /** Without the words. */
  matches: SQL | undefined;
  order: SQL;
  limit: number;
  list: (db: Queries, has: SQL) => Promise<Row[]>;
};

/**
 * A common word is found soon in the order of the list, a rare one by the indexes of words. `found`
 * says what has the words; `byIndex` what only indexes find.
 */
export async function listFound<Row>(
  db: Queries,
  { from, matches, order, limit, list }: Listed<Row>,
  found: SQL,
  byIndex: SQL | undefined = found,
): Promise<Row[]> {
  const isNear = sql`id in (select id from ${from} where ${matches ?? sql`true`}
    order by ${order} limit ${nearestRows})`;
  const near = await list(db, sql`${from}.${isNear} and (${found})`);
  if (near.length === limit) return near;
  if (!byIndex) return list(db, found);
  // Materialized, so that only the indexes are used to find the words.
  return list(
    db,
    sql`${from}.id in (with found as materialized (select id from ${from} where ${byIndex})
    select id from found) and (${found})`,
  );
}

export const toWords = (q: string) => q.split(/\s+/).filter((word) => word !== "");

/** `text` is in small letters, written like the index. */
export const contains = (text: SQLWrapper, word: string): SQL =>
  sql`${text} like lower(${`%${word.replace(/[\\%_]/g, "\\$&")}%`})`;
