import { inArray, sql } from "drizzle-orm";
import { canonicalTerms, type Term } from "#contract/rules/fit.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { applications, fitConditions, positions } from "./tables.ts";

export type NewApplication = {
  partId: string;
  partTypeId: number;
  modelId: number;
  /** The first and the last model year. */
  years: [from: number, to: number];
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

export async function saveConditions(tx: Queries, keys: readonly string[]) {
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

/** By the given names, in which small and large letters are the same. */
export async function savePositions(
  tx: Queries,
  given: readonly { position?: string | null | undefined }[],
): Promise<Map<string, number>> {
  const names = [...new Set(given.flatMap(({ position }) => position || []))];
  let known = await readPositions(tx);
  const unknown = new Map(
    names
      .filter((name) => !known.has(name.toLowerCase()))
      .map((name) => [name.toLowerCase(), name]),
  );
  if (unknown.size > 0) {
    const rows = [...unknown.values()].map((name) => ({ name }));
    await tx.insert(positions).values(rows).onConflictDoNothing();
    known = await readPositions(tx);
  }
  return new Map(names.map((name) => [name, known.get(name.toLowerCase()) ?? 0]));
}

async function readPositions(tx: Queries): Promise<Map<string, number>> {
  const rows = await tx.select().from(positions);
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));
}

/** Of a part: under its own type and its further ones alone. */
export async function recountParts(
  tx: Queries,
  modelIds: number[],
  partId?: string,
): Promise<void> {
  const types = partId
    ? sql`array(select part_type_id from parts where id = ${partId}
        union select part_type_id from further_part_types where part_id = ${partId})`
    : sql`null::int[]`;
  await tx.execute(sql`select count_vehicle_parts(${sql.param(modelIds)}::int[], ${types})`);
}

export async function recountTypes(tx: Queries, modelIds: number[], typeIds: number[]) {
  await tx.execute(sql`select count_vehicle_parts(${sql.param(modelIds)}::int[],
    ${sql.param(typeIds)}::int[])`);
}
