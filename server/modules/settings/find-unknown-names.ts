import { sql } from "drizzle-orm";
import type { DiscountSetting } from "#contract/discount-settings.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export type NamedInCatalogue = DiscountSetting["targets"][number];

export function findUnknownNames(
  db: Queries,
  named: readonly NamedInCatalogue[],
): Promise<NamedInCatalogue[]> {
  const kinds = sql.param(named.map(({ kind }) => kind));
  const ids = sql.param(named.map(({ id }) => id));
  return queryRows<NamedInCatalogue>(
    db,
    sql`select distinct kind, id from unnest(${kinds}::text[], ${ids}::text[]) named (kind, id)
      where not case kind
        when 'part' then exists (select from parts where number = named.id and deleted_at is null)
        when 'type' then exists (select from part_types
          where slug = named.id and deleted_at is null)
        else exists (select from brands where name = named.id) end`,
  );
}
