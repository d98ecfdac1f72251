import { sql } from "drizzle-orm";
import type { FactWords } from "#contract/fitment.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export type FactWithSlugs = Omit<FactWords, "values"> & {
  values: { id: number; label: string; slug: string }[];
};

export const readAllFacts = (db: Queries) =>
  queryRows<FactWithSlugs>(
    db,
    sql`select f.key, f.kind, f.question, f.where_to_look as "whereToLook", f.effort, f.unit,
      coalesce((select json_agg(json_build_object('id', v.id, 'label', v.label, 'slug', v.slug)
        order by v.id) from fact_values v where v.fact_id = f.id), '[]') as values
    from facts f order by f.effort, f.id`,
  );
