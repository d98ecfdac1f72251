import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Queries } from "./connect.ts";
import { queryRows } from "./query-rows.ts";

/** So many are read in the order of the list first: a common word fills a page from these. */
const nearestRows = 1_000;
/** So many where the indexes of words cannot be asked, or find more than `mostByIndex`. */
export const mostRows = 5_000;
const mostByIndex = 20_000;

type Listed<Row> = {
  from: SQL;
  /** Without the words. */
  matches: SQL | undefined;
  order: SQL;
  limit: number;
  list: (db: Queries, has: SQL) => Promise<Row[]>;
};

type Found = {
  /** What has the words. */
  has: SQL;
  /** The same, or what has those of them that indexes can find. */
  byIndex: SQL | undefined;
  /** A number that people look for as it is, found by an index however short it is. */
  exactly?: SQL | undefined;
};

/**
 * A common word is found soon in the order of the list, a rare one by the indexes of words. What
 * neither finds in a bounded time is refused, unless it is a number that names one: what is answered is
 * never the beginning of more.
 */
export async function listFound<Row>(
  db: Queries,
  listed: Listed<Row>,
  { has, byIndex, exactly }: Found,
): Promise<Row[]> {
  const { from, matches, limit, list } = listed;
  const near = await findFirst(db, listed, has, nearestRows);
  if (near.length === limit) return list(db, isAmong(from, near));
  const found = byIndex && (await findByIndex(db, listed, has, byIndex));
  if (found) return list(db, isAmong(from, found));
  const further = await findFirst(db, listed, has, mostRows);
  const isAll = further.length === limit || !(await isLonger(db, from, matches, mostRows));
  if (isAll) return list(db, isAmong(from, further));
  const named = exactly ? await list(db, exactly) : [];
  if (named.length > 0) return named;
  throw new TooManyToSearch(byIndex !== undefined);
}

const isAmong = (from: SQL, ids: string[]) => sql`${from}.id = any(${sql.param(ids)}::uuid[])`;

type Place = Omit<Listed<unknown>, "list">;

async function findFirst(
  db: Queries,
  { from, matches, order, limit }: Place,
  has: SQL,
  rows: number,
): Promise<string[]> {
  // A subquery with a limit, so that the words are looked for in these rows alone.
  const found = await queryRows<{ id: string }>(
    db,
    sql`select id from (select * from ${from} where ${matches ?? sql`true`}
        order by ${order} limit ${rows}) ${from}
      where ${has} order by ${order} limit ${limit}`,
  );
  return found.map(({ id }) => id);
}

/** Undefined if there are too many. */
async function findByIndex(
  db: Queries,
  { from, matches, order, limit }: Place,
  has: SQL,
  byIndex: SQL,
): Promise<string[] | undefined> {
  // Materialized, so that only the indexes are used to find the words; with an offset, so that what
  // they find is read before anything else is looked for in it.
  const [row] = await queryRows<{ many: number; ids: string[] }>(
    db,
    sql`with found as materialized (select id from ${from} where ${byIndex}),
      few as materialized (select id from found limit ${mostByIndex + 1})
    select (select count(*)::int from few) as many,
      array(select id from (select * from ${from} where id in (select id from few)
          and (select count(*) from few) <= ${mostByIndex} and ${matches ?? sql`true`} offset 0) ${from}
        where ${has} order by ${order} limit ${limit})::text[] as ids`,
  );
  return row && row.many <= mostByIndex ? row.ids : undefined;
}

export async function isLonger(
  db: Queries,
  from: SQL,
  matches: SQL | undefined,
  rows: number,
): Promise<boolean> {
  const next = await queryRows(
    db,
    sql`select 1 from ${from} where ${matches ?? sql`true`} offset ${rows} limit 1`,
  );
  return next.length > 0;
}

/** For the person who searches. */
export class TooManyToSearch extends Error {
  constructor(isLong = false) {
    super(
      isLong
        ? "Too many have these words to look through them all. Write more of one, or another word."
        : "There are too many to look for so short a word. Write three letters or figures of it, or more.",
    );
  }
}

export const toWords = (q: string) => q.split(/\s+/).filter((word) => word !== "");

/** The indexes of words need three letters in a row. */
export const isIndexed = (word: string) => /[\p{L}\p{N}]{3}/u.test(word);

export const hasIndexedWord = (q: string) => toWords(q).some(isIndexed);

/** `text` is in small letters, written like the index. */
export const contains = (text: SQLWrapper, word: string): SQL =>
  sql`${text} like lower(${`%${word.replace(/[\\%_]/g, "\\$&")}%`})`;
