import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** Before the parts, as orders do. What is available of kits is derived from the stock of what is in them, and of what is to be, which is named by ids or numbers. */
export async function lockKitStock(
  tx: Queries,
  kitIds: readonly string[],
  components: readonly string[],
): Promise<void> {
  const kits = sql`${sql.param(kitIds)}::uuid[]`;
  const given = sql`${sql.param(components)}::text[]`;
  await queryRows(
    tx,
    sql`
    with named (id) as (
      select unnest(${kits})
      union select component_id from kit_components where kit_id = any(${kits})
      union select n.part_id from part_numbers n where n.kind in ('own', 'old')
        and n.norm = any(array(select part_number_norm(number) from unnest(${given}) number))
      union select p.id from parts p where p.id::text = any(${given})
    )
    select from stock where part_id = any(array(
      select id from named union select part_id from shelf_parts(array(select id from named))))
    order by part_id for update`,
  );
}
