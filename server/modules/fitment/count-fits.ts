import { sql } from "drizzle-orm";
import { maxCountedFits } from "#contract/rules/catalogue-filters.ts";
import type { Term } from "#contract/rules/fit.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { type FitList, judgeInTurns, readFitList } from "./judge-parts.ts";
import type { FoundVehicle } from "./read-vehicle.ts";

export async function readCountable(db: Queries, vehicle: FoundVehicle, known: Term[]) {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select p.id from parts p where p.deleted_at is null and not p.hidden and p.id in (
      select part_id from applications
      where model_id = ${vehicle.modelId} and years @> ${vehicle.year}::int)
    limit ${maxCountedFits + 1}`,
  );
  const ids = rows.slice(0, maxCountedFits).map(({ id }) => id);
  const list = await readFitList(db, vehicle, known, ids);
  return { list, isCut: rows.length > maxCountedFits };
}

export async function countFits(list: FitList) {
  const { items } = await judgeInTurns(list);
  const count = (says: string) => items.filter(({ verdict }) => verdict.says === says).length;
  return { fit: count("yes"), oneMore: count("yes-if") };
}
