import { sql } from "drizzle-orm";
import type { ImportGroup } from "#contract/imports.ts";
import { importRowsPerPage } from "#contract/imports.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

type Page = { by: "part" | "vehicle"; limit?: number | undefined; after?: string | undefined };

export function listGroups(
  db: Queries,
  id: string,
  { by, limit = importRowsPerPage, after }: Page,
): Promise<ImportGroup[]> {
  const named =
    by === "part"
      ? sql`(select i.part as name) named`
      : sql`(select concat_ws(' ', cells->>'make', cells->>'model', year) as name
          from generate_series((cells->>'year_from')::int, (cells->>'year_to')::int) year) named`;
  const isNamed = by === "part" ? sql`true` : sql`cells ? 'make' and cells ? 'year_to'`;
  return queryRows<ImportGroup>(
    db,
    sql`select name as _id, count(*) filter (where result = 'new')::int as new,
      count(*) filter (where result = 'changed')::int as changed,
      count(*) filter (where result = 'removed')::int as removed
    from import_lines i cross join lateral (select coalesce(i.after, i.before)) of (cells)
    cross join lateral ${named}
    where i.import_id = ${id} and i.result in ('new', 'changed', 'removed') and ${isNamed}
      and name collate "C" > ${after ?? ""}
    group by name order by name collate "C" limit ${limit}`,
  );
}
