import { sql } from "drizzle-orm";
import type { FactWords } from "#contract/fitment.ts";
import type { Term } from "#contract/rules/fit.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";

export async function readFacts(db: Queries, terms: readonly Term[]): Promise<FactWords[]> {
  const keys = [...new Set(terms.map(({ fact }) => fact))];
  if (keys.length === 0) return [];
  const ids = terms.flatMap((term) =>
    ("any" in term ? term.any : "none" in term ? term.none : []).filter(
      (value) => typeof value === "number",
    ),
  );
  return queryPrepared<FactWords>(
    db,
    sql`select f.key, f.kind, f.question, f.where_to_look as "whereToLook", f.effort, f.unit,
      coalesce((select json_agg(json_build_object('id', v.id, 'label', v.label) order by v.id)
        from fact_values v
        where v.fact_id = f.id and v.id = any(${sql.param([...new Set(ids)])}::int[])), '[]') as values
    from facts f where f.key = any(${sql.param(keys)}::text[]) order by f.effort, f.id`,
  );
}
