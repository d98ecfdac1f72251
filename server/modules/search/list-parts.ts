import { type SQL, sql } from "drizzle-orm";
import type { ListedPart, ListQuery } from "#contract/search.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Conditions } from "./list-conditions.ts";
import { type ListedRow, listedColumns, toListedPart } from "./listed-part.ts";

const listPageSize = 48;

type Sort = { order: SQL; isAfter: (id: string) => SQL };

const ascending = (key: SQL): Sort => ({
  order: sql`${key}, p.position`,
  isAfter: (id) => sql`(${key}, p.position) > (${last(key, id)})`,
});
const descending = (key: SQL): Sort => ({
  order: sql`${key} desc, p.position desc`,
  isAfter: (id) => sql`(${key}, p.position) < (${last(key, id)})`,
});
/** A deleted part keeps its row, so a page can follow it. */
const last = (key: SQL, id: string) =>
  sql`select ${key}, p.position from parts p where p.id = ${id}`;

const price = sql.raw("p.price_cents");
const inOrder = sql.raw("p.position");
const sorts: Record<NonNullable<ListQuery["sort"]> | "best", Sort> = {
  best: ascending(inOrder),
  newest: descending(inOrder),
  name: ascending(sql.raw("lower(p.name)")),
  price: ascending(price),
  "price-down": descending(price),
};

/** A page, and the part that the next one follows. */
export async function listParts(
  db: Queries,
  { base, filters }: Conditions,
  { sort, after }: ListQuery,
  limit: number = listPageSize,
): Promise<{ items: ListedPart[]; next: string | null }> {
  const { order, isAfter } = sorts[sort ?? "best"];
  const conditions = [...base, ...filters.values(), ...(after ? [isAfter(after)] : [])];
  const rows = await queryRows<ListedRow>(
    db,
    sql`
    select ${listedColumns} from (
      select p.* from parts p where ${sql.join(conditions, sql` and `)}
      order by ${order} limit ${limit + 1}
    ) p order by ${order}`,
  );
  const items = rows.slice(0, limit).map(toListedPart);
  return { items, next: rows.length > limit ? (items.at(-1)?._id ?? null) : null };
}
