import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { recountTypes } from "./add-applications.ts";
import { readModelIds } from "./application-problem.ts";
import { modelPath } from "./list-application-cells.ts";

/** So many that the longest of these statements stays far below its timeout. */
const modelsAtOnce = 200;

/** Once for a whole import: each of its batches may concern most models. */
export async function recountImported(tx: Queries, importId: string, line?: number) {
  const rows = await queryRows<{ make: string; model: string; types: number[] }>(
    tx,
    sql`select cells->>'make' as make, cells->>'model' as model,
      array_agg(distinct type) as types
    from import_lines i cross join lateral (select coalesce(i.after, i.before)) of (cells)
    join parts p on p.id = i.part_id
    cross join lateral (select p.part_type_id union
      select f.part_type_id from further_part_types f where f.part_id = p.id) of_part (type)
    where i.import_id = ${importId} and i.result in ('new', 'removed')
      and (${line ?? null}::int is null or i.line = ${line ?? null})
      and type is not null
    group by 1, 2`,
  );
  const paths = rows.map(({ make, model }) => modelPath({ make, model }));
  const ids = await readModelIds(tx, paths);
  const counted = rows
    .map(({ types }, at) => ({ id: ids.get(paths[at] ?? "") ?? 0, types }))
    .sort((one, other) => one.id - other.id);
  for (let at = 0; at < counted.length; at += modelsAtOnce) {
    const some = counted.slice(at, at + modelsAtOnce);
    const modelIds = some.map(({ id }) => id);
    await recountTypes(tx, modelIds, [...new Set(some.flatMap(({ types }) => types))]);
  }
}
