import { sql } from "drizzle-orm";
import { canonicalTerms } from "#contract/rules/fit.ts";
import type { Cause, Cells, LineChange, Unwritten } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { saveConditions, savePositions } from "./add-applications.ts";
import { readModelIds } from "./application-problem.ts";
import { readConditions } from "./condition-text.ts";
import { modelPath } from "./list-application-cells.ts";
import { readAllFacts } from "./read-all-facts.ts";

type Resolved = LineChange & { cells: Cells; modelId: number; conditionKey: string };

const fields = sql`line int, "partId" uuid, "modelId" int, years int4range, "conditionId" int,
  "positionId" int, label text, quantity text, note text, held text`;
const isLine = sql`a.part_id = given."partId" and a.model_id = given."modelId"
  and a.years = given.years and a.condition_id = given."conditionId" and a.label = given.label
  and a.position_id is not distinct from given."positionId"`;

export async function writeApplications(
  tx: Queries,
  changes: readonly LineChange[],
  { importId }: Cause,
): Promise<Unwritten[]> {
  const { resolved, unwritten } = await resolve(tx, changes);
  const conditions = await saveConditions(tx, [
    ...new Set(resolved.map(({ conditionKey }) => conditionKey)),
  ]);
  const positions = await savePositions(
    tx,
    resolved.map(({ cells }) => ({ position: cells.position || undefined })),
  );
  const toRow = ({ line, partId, modelId, conditionKey, cells }: Resolved) => ({
    line,
    partId,
    modelId,
    label: cells.label ?? "",
    quantity: cells.quantity,
    note: cells.note,
    held: cells.held,
    years: `[${cells.year_from},${Number(cells.year_to) + 1})`,
    conditionId: conditions.get(conditionKey),
    positionId: cells.position ? positions.get(cells.position) : null,
  });
  const given = (some: readonly Resolved[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(some.map(toRow))}::jsonb) as given (${fields})`;
  const gone = resolved.filter(({ after }) => !after);
  const changed = resolved.filter(({ before, after }) => before && after);
  const added = resolved.filter(({ before }) => !before);
  const deleted = await queryRows<{ line: number }>(
    tx,
    sql`delete from applications a using ${given(gone)} where ${isLine} returning given.line`,
  );
  const updated = await queryRows<{ line: number }>(
    tx,
    sql`
    update applications a set version = a.version + 1, import_id = ${importId}::uuid,
      quantity = case when given.quantity is null then a.quantity
        else nullif(given.quantity, '')::smallint end,
      remark = coalesce(given.note, a.remark),
      held_because = case when given.held is null then a.held_because
        else nullif(given.held, '') end
    from ${given(changed)} where ${isLine} returning given.line`,
  );
  const written = new Set([...deleted, ...updated].map(({ line }) => line));
  const missing = [...gone, ...changed].filter(({ line }) => !written.has(line));
  await tx.execute(sql`
    insert into applications (part_id, part_type_id, model_id, years, condition_id, position_id,
      quantity, label, remark, held_because, import_id)
    select p.id, p.part_type_id, "modelId", years, "conditionId", "positionId",
      nullif(quantity, '')::smallint, label, coalesce(note, ''), nullif(held, ''), ${importId}::uuid
    from ${given(added)} join parts p on p.id = given."partId" and p.part_type_id is not null`);
  const what = "Its application is no longer there as it was compared";
  return [...unwritten, ...missing.map(({ line }) => ({ line, what }))];
}

async function resolve(tx: Queries, changes: readonly LineChange[]) {
  const facts = await readAllFacts(tx);
  const lines = changes.map((change) => ({
    ...change,
    cells: change.after ?? change.before ?? {},
  }));
  const models = await readModelIds(
    tx,
    lines.map(({ cells }) => modelPath(cells)),
  );
  const resolved: Resolved[] = [];
  const unwritten: Unwritten[] = [];
  for (const line of lines) {
    const modelId = models.get(modelPath(line.cells));
    const read = readConditions(line.cells.conditions ?? "", facts);
    if (modelId === undefined)
      unwritten.push({ line: line.line, what: "We have no such model any more" });
    else if ("problem" in read) unwritten.push({ line: line.line, what: read.problem });
    else {
      const conditionKey = JSON.stringify(canonicalTerms(read.terms));
      resolved.push({ ...line, modelId, conditionKey });
    }
  }
  return { resolved, unwritten };
}
