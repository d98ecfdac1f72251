import { sql } from "drizzle-orm";
import type { FactValue } from "#contract/rules/fit.ts";
import type { ChangeOf } from "#contract/vehicle-edits.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { writeConditions } from "../condition-text.ts";
import { readAllFacts } from "../read-all-facts.ts";

type Row = {
  id: number;
  make: string;
  model: string;
  from: string | null;
  to: string | null;
  combinations: Record<string, FactValue>[];
};

export async function readBuilt(
  db: Queries,
  { make, model, year }: { make: string; model: string; year: number },
): Promise<(ChangeOf<"car"> & { id: number }) | undefined> {
  const [row] = await queryRows<Row>(
    db,
    sql`select v.id, k.name as make, m.name as model, lower(v.built)::text as from,
      (upper(v.built) - 1)::text as to,
      coalesce((select json_agg(c.facts order by c.id) from vehicle_combinations c
        where c.vehicle_id = v.id), '[]') as combinations
    from vehicles v join models m on m.id = v.model_id join makes k on k.id = m.make_id
    where k.slug = ${make} and m.slug = ${model} and v.year = ${year}`,
  );
  if (!row) return undefined;
  const facts = await readAllFacts(db);
  const { from, to, combinations, ...car } = row;
  return {
    ...car,
    what: "car",
    year,
    built: from !== null && to !== null ? { from, to } : null,
    combinations: combinations
      .map((combination) =>
        writeConditions(
          Object.entries(combination).map(([fact, value]) => ({ fact, any: [value] })),
          facts,
        ),
      )
      .sort(),
  };
}
