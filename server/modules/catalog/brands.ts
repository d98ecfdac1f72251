import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** Ids by the names as they are given. */
export async function findOrAddBrands(
  tx: Queries,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const given = sql`unnest(${sql.param([...new Set(names)])}::text[])`;
  await tx.execute(sql`
    insert into brands (name) select name from ${given} name
    where not exists (select from brands b where lower(b.name) = lower(name.name))
    order by lower(name) on conflict do nothing`);
  const rows = await queryRows<{ name: string; id: number }>(
    tx,
    sql`select name.name, b.id from ${given} name join brands b on lower(b.name) = lower(name.name)`,
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}
