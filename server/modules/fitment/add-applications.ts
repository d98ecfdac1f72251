import { inArray, sql } from "drizzle-orm";
import { canonicalTerms, type Term } from "#contract/rules/fit.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { applications, fitConditions, positions, vehiclePartTypes, vehicles } from "./tables.ts";

export type NewApplication = {
  partId: string;
  partTypeId: number;
  modelId: number;
  /** The first and the last model year. */
  years: [from: number, to: number];
  /** With the ids of values. */
  terms: Term[];
  position?: string | undefined;
  quantity?: number | undefined;
  label?: string | undefined;
  remark?: string | undefined;
  heldBecause?: string | undefined;
};

/** Rows of one statement: PostgreSQL takes at most 65,535 parameters. */
const rowsAtOnce = 2_000;

/** A line that is there already stays as it is. */
export async function addApplications(
  tx: Queries,
  given: readonly NewApplication[],
): Promise<void> {
  const keys = given.map(({ terms }) => JSON.stringify(canonicalTerms(terms)));
  const conditionIds = await saveConditions(tx, [...new Set(keys)]);
  const positionIds = await savePositions(tx, given);
  const rows = given.map(({ years, terms: _, position, ...line }, at) => ({
    ...line,
    years: `[${years[0]},${years[1] + 1})`,
    conditionId: conditionIds.get(keys[at] ?? "") ?? 0,
    positionId: position === undefined ? null : (positionIds.get(position) ?? 0),
  }));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await tx
      .insert(applications)
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflictDoNothing();
  }
  await recountParts(tx, [...new Set(given.map(({ modelId }) => modelId))]);
}

async function saveConditions(tx: Queries, keys: readonly string[]) {
  const ids = new Map<string, number>();
  for (let at = 0; at < keys.length; at += rowsAtOnce) {
    const some = keys.slice(at, at + rowsAtOnce);
    await tx
      .insert(fitConditions)
      .values(some.map((key) => ({ key, terms: JSON.parse(key) as Term[] })))
      .onConflictDoNothing();
    const saved = await tx
      .select({ id: fitConditions.id, key: fitConditions.key })
      .from(fitConditions)
      .where(inArray(fitConditions.key, some));
    for (const { id, key } of saved) ids.set(key, id);
  }
  return ids;
}

async function savePositions(tx: Queries, given: readonly NewApplication[]) {
  const names = [...new Set(given.flatMap(({ position }) => position ?? []))];
  if (names.length > 0) {
    await tx
      .insert(positions)
      .values(names.map((name) => ({ name })))
      .onConflictDoNothing();
  }
  const saved = await tx.select().from(positions);
  return new Map(saved.map(({ id, name }) => [name, id]));
}

/** Counts the parts of each type anew for all years of these models. */
async function recountParts(tx: Queries, modelIds: number[]): Promise<void> {
  const ofModels = tx
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(inArray(vehicles.modelId, modelIds));
  await tx.delete(vehiclePartTypes).where(inArray(vehiclePartTypes.vehicleId, ofModels));
  await tx.execute(sql`insert into ${vehiclePartTypes} (vehicle_id, part_type_id, parts)
    select v.id, a.part_type_id, count(distinct a.part_id)
    from ${applications} a join ${vehicles} v on v.model_id = a.model_id and a.years @> v.year::int
    where a.model_id = any(${sql.param(modelIds)}::int[])
    group by v.id, a.part_type_id`);
}
