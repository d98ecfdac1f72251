import { type SQL, sql } from "drizzle-orm";
import { maxCounted } from "#contract/rules/catalogue-filters.ts";
import type { ListedPart, ListQuery } from "#contract/search.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryPrepared, queryRows } from "#server/platform/database/query-rows.ts";
import { type Counts, countFacets } from "./count-facets.ts";
import type { Shop } from "./dictionary.ts";
import { allOf, type Conditions, isShown } from "./list-conditions.ts";
import { type ListedRow, listedColumns, toListedPart } from "./listed-part.ts";

const listPageSize = 48;
export const comparedParts = 200;

type Page = { items: ListedPart[]; next: string | null };
type Sort = { keys?: SQL; isDown?: boolean };

const name = sql.raw("lower(p.name)");
const price = sql.raw("p.price_cents");
const sorts: Record<NonNullable<ListQuery["sort"]>, Sort> = {
  newest: { isDown: true },
  name: { keys: name },
  price: { keys: price },
  "price-down": { keys: price, isDown: true },
};
const inOrder = sql.raw("p.position");

function toOrder({ keys, isDown }: Sort, rank: SQL | undefined) {
  const ranks = rank ? [isDown ? sql`-(${rank})` : rank] : [];
  const all = [...ranks, ...(keys ? [keys] : []), inOrder];
  const row = sql.join(all, sql`, `);
  const direction = isDown ? sql` desc` : sql``;
  return {
    order: sql.join(
      all.map((key) => sql`${key}${direction}`),
      sql`, `,
    ),
    /** A deleted part keeps its row, so a page can follow it. */
    isAfter: (id: string) =>
      sql`(${row}) ${isDown ? sql`<` : sql`>`} (select ${row} from parts p where p.id = ${id})`,
  };
}

export async function listParts(
  shop: Shop,
  conditions: Conditions,
  { sort, after }: ListQuery,
): Promise<Page & Counts> {
  const { filters, best, rank } = conditions;
  const asked = sort ? sorts[sort] : best ? { keys: sql`${best}, ${name}` } : {};
  const { order, isAfter } = toOrder(asked, rank);
  const follows = after ? [isAfter(after)] : [];
  const limit = listPageSize + 1;
  const isOnPage = allOf([sql`failed = 0`, ...follows]);
  const page = sql`select p.id from marked p where ${isOnPage} order by ${order} limit ${limit}`;
  const { counts, isWhole, ids } = await countFacets(shop, conditions, page);
  // The best of very many are those of the first that were counted.
  const isRead = isWhole || (best !== undefined && sort === undefined);
  const parts = isRead
    ? await readParts(shop, ids)
    : await queryParts(
        shop,
        firstParts(conditions, [...filters.values(), ...follows], {
          order,
          limit,
          isByPrice: asked.keys === price,
        }),
        order,
      );
  const items = parts.slice(0, listPageSize);
  const total = isWhole || filters.size === 0 ? counts.total : await countParts(shop, conditions);
  return {
    ...counts,
    total,
    items,
    next: parts.length > listPageSize ? (items.at(-1)?._id ?? null) : null,
  };
}

export async function listIds(
  db: Queries,
  { base, filters }: Pick<Conditions, "base"> & Partial<Pick<Conditions, "filters">>,
  limit: number,
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select p.id from parts p where ${allOf([...base, ...(filters?.values() ?? [])])}
    limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

async function countParts({ db }: Shop, { base, filters }: Conditions): Promise<number> {
  const parts = sql`select from parts p where ${allOf([...base, ...filters.values()])}`;
  const [row] = await queryRows<{ total: number }>(
    db,
    sql`select count(*)::int as total from (${parts} limit ${maxCounted}) counted`,
  );
  return row?.total ?? 0;
}

export function listBest(shop: Shop, conditions: Conditions, limit: number) {
  const { base, best } = conditions;
  if (!best) {
    const first = { order: inOrder, limit, isByPrice: false };
    return queryParts(shop, firstParts(conditions, [], first), inOrder);
  }
  const order = sql`${best}, ${name}, p.position`;
  const compared = sql`select p.* from parts p where ${allOf(base)} limit ${comparedParts}`;
  return queryParts(
    shop,
    sql`select p.* from (${compared}) p order by ${order} limit ${limit}`,
    order,
  );
}

/** Of each type apart, so that its index gives the first ones; prices have an index of all parts. */
function firstParts(
  { base, typeIds = [], guests }: Conditions,
  more: SQL[],
  { order, limit, isByPrice }: { order: SQL; limit: number; isByPrice: boolean },
): SQL {
  const first = (conditions: SQL[]) =>
    sql`select p.* from parts p where ${allOf(conditions)} order by ${order} limit ${limit}`;
  if (typeIds.length === 0 || isByPrice) return first([...base, ...more]);
  const own = sql`select p.* from unnest(${sql.param(typeIds)}::int[]) type (id)
    cross join lateral (${first([...base, sql`p.part_type_id = type.id`, ...more])}) p`;
  const isOther = sql`(p.part_type_id <> all(${sql.param(typeIds)}::int[])) is not false`;
  const all = guests
    ? sql`select p.* from (${own} union all (${first([...base, guests, isOther, ...more])})) p`
    : own;
  return sql`${all} order by ${order} limit ${limit}`;
}

export async function readParts(
  { db, dictionary }: Shop,
  ids: readonly string[],
): Promise<ListedPart[]> {
  if (ids.length === 0) return [];
  const given = sql`unnest(${sql.param([...ids])}::uuid[]) with ordinality given (id, place)`;
  const rows = await queryPrepared<ListedRow>(
    db,
    sql`select ${listedColumns} from ${given} join parts p on p.id = given.id
      where ${isShown} order by given.place`,
  );
  return rows.map((row) => toListedPart(row, dictionary));
}

async function queryParts({ db, dictionary }: Shop, parts: SQL, order: SQL): Promise<ListedPart[]> {
  const rows = await queryRows<ListedRow>(
    db,
    sql`select ${listedColumns} from (${parts}) p order by ${order}`,
  );
  return rows.map((row) => toListedPart(row, dictionary));
}
