import { and, asc, desc, eq, gt, inArray, ne, type SQL, sql } from "drizzle-orm";
import {
  type FindingGrade,
  type ImportCounts,
  type ImportFinding,
  type ImportLine,
  type ImportRecord,
  type ImportState,
  type ImportSummary,
  importRowsPerPage,
  type LineResult,
} from "#contract/imports.ts";
import { refuse } from "#contract/refusals.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { LineFinding } from "./import-kind.ts";
import { importFindings, importLines, imports } from "./tables.ts";

type Row = typeof imports.$inferSelect;

export const noSuchImport = refuse(
  "not-found",
  "There is no such import. It may have been discarded, or is older than 90 days.",
);

export async function findImport(db: Queries, id: string): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), ne(imports.state, "uploading")));
  return row;
}

const shownImports = 50;

export async function listImports(db: Queries): Promise<ImportSummary[]> {
  const rows = await db
    .select()
    .from(imports)
    .where(ne(imports.state, "uploading"))
    .orderBy(desc(imports.number))
    .limit(shownImports);
  return rows.map(toSummary);
}

export const noCounts: ImportCounts = {
  new: 0,
  changed: 0,
  same: 0,
  refused: 0,
  confirm: 0,
  file: 0,
  info: 0,
  removed: 0,
  inShop: 0,
};

function toSummary(row: Row): ImportSummary {
  const { id, number, kind, fileName, state, createdAt, uploadedBy, counts, whole } = row;
  return {
    _id: id,
    number,
    kind,
    fileName,
    uploadedBy,
    whole,
    counts: { ...noCounts, ...counts },
    state: state as ImportState,
    createdAt: createdAt.toISOString(),
  };
}

export function present(row: Row): ImportRecord {
  const { progressDone: done, progressOf: of, problem, appliedBy, undoneBy } = row;
  return {
    ...toSummary(row),
    progress: { done, of },
    problem,
    appliedBy,
    undoneBy,
    appliedAt: row.appliedAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  };
}

type Change = Partial<Omit<typeof imports.$inferInsert, "id">>;

export async function changeImport(
  db: Queries,
  id: string,
  from: readonly Row["state"][],
  change: Change,
): Promise<Row | undefined> {
  const [changed] = await db
    .update(imports)
    .set(change)
    .where(and(eq(imports.id, id), inArray(imports.state, [...from])))
    .returning();
  return changed;
}

type Page = { limit?: number | undefined; after?: string | undefined };

export async function listFindings(
  db: Queries,
  id: string,
  { grade, limit = importRowsPerPage, after }: Page & { grade?: FindingGrade | undefined },
): Promise<ImportFinding[]> {
  const [line, n = 0] = (after ?? "").split("-").map(Number);
  const follows = sql`(${importFindings.line}, ${importFindings.n}) > (${line}::int, ${n}::int)`;
  const rows = await db
    .select()
    .from(importFindings)
    .where(
      and(
        eq(importFindings.importId, id),
        grade && eq(importFindings.grade, grade),
        after === undefined ? undefined : follows,
      ),
    )
    .orderBy(asc(importFindings.line), asc(importFindings.n))
    .limit(limit);
  return rows.map(({ importId: _, n, ...row }) => ({ _id: `${row.line}-${n}`, ...row }));
}

type LineFilter = { result?: LineResult | undefined; q?: string | undefined };

export async function listLines(
  db: Queries,
  id: string,
  { result, q, limit = importRowsPerPage, after }: Page & LineFilter,
): Promise<ImportLine[]> {
  const rows = await db
    .select()
    .from(importLines)
    .where(
      and(
        eq(importLines.importId, id),
        result && eq(importLines.result, result),
        q ? isAbout(q) : undefined,
        after === undefined ? undefined : gt(importLines.line, Number.parseInt(after, 10)),
      ),
    )
    .orderBy(asc(importLines.line))
    .limit(limit);
  return rows.map(({ line, part, result, before, after }) => ({
    _id: `${line}`,
    line,
    part,
    result,
    before,
    after,
  }));
}

function isAbout(q: string): SQL {
  const [, name = q, year] = /^(.*?)\s*\b((?:19|20)\d\d)?$/.exec(q.trim()) ?? [];
  const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const isOfYear =
    year === undefined
      ? sql`true`
      : sql`${year}::int between (cells->>'year_from')::int and (cells->>'year_to')::int`;
  return sql`(part ilike ${like(q.trim())} or exists (
    select from (select coalesce(after, before)) of (cells)
    where concat_ws(' ', cells->>'make', cells->>'model') ilike ${like(name)}
      and cells ? 'make' and cells->>'year_from' ~ '^\\d{4}$' and cells->>'year_to' ~ '^\\d{4}$'
      and ${isOfYear}))`;
}

type NewLine = Omit<typeof importLines.$inferInsert, "importId">;
export type NewFinding = Omit<typeof importFindings.$inferInsert, "importId">;

/** As one parameter, because there may be thousands. */
const rowsOf = (rows: readonly object[], columns: SQL) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (${columns})`;

export async function insertLines(db: Queries, id: string, lines: NewLine[]): Promise<void> {
  const columns = sql`line int, result text, "partId" uuid, part text, key text, claim text,
    before jsonb, after jsonb`;
  await db.execute(sql`
    insert into import_lines (import_id, line, result, part_id, part, key, claim, before, after)
    select ${id}::uuid, line, result, "partId", part, key, claim, nullif(before, 'null'), nullif(after, 'null')
    from ${rowsOf(lines, columns)}`);
}

export async function insertFindings(
  db: Queries,
  id: string,
  findings: readonly NewFinding[],
): Promise<void> {
  if (findings.length === 0) return;
  const columns = sql`line int, n smallint, grade text, part text, what text, todo text,
    asks jsonb`;
  await db.execute(sql`
    insert into import_findings (import_id, line, n, grade, part, what, todo, asks)
    select ${id}::uuid, line, n, grade, part, what, todo, nullif(asks, 'null') from ${rowsOf(findings, columns)}
    on conflict do nothing`);
}

export async function deleteResults(db: Queries, id: string): Promise<void> {
  await db.delete(importFindings).where(eq(importFindings.importId, id));
  await db.delete(importLines).where(eq(importLines.importId, id));
}

/** The planner takes the lines of a new import for one, and would compare each with all others. */
export async function analyzeLines(db: Queries): Promise<void> {
  await db.execute(sql`analyze import_lines (import_id, line, result)`);
}

/** Of two lines about the same thing, or that claim the same, either may be meant. */
export async function refuseDuplicates(db: Queries, id: string): Promise<void> {
  await db.execute(sql`
    with keyed as (
      select line, coalesce(part_id::text, part_number_norm(part)) as about, key, 'The same' as name
      from import_lines where import_id = ${id} and part <> ''
      union all
      select line, '', '', claim from import_lines
      where import_id = ${id} and claim is not null and result <> 'refused'
    ), twice as (
      select about, key, name, (array_agg(line order by line))[1:6] as first_lines
      from keyed group by about, key, name having count(*) > 1
    ), refused as (
      update import_lines l set result = 'refused'
      from keyed join twice using (about, key, name)
      where l.import_id = ${id} and l.line = keyed.line
      returning l.line, l.part, name, first_lines
    )
    insert into import_findings (import_id, line, n, grade, part, what, todo)
    select ${id}, line, ${duplicateAt}, 'line', part,
      name || ' is also in line ' || array_to_string((array_remove(first_lines, line))[1:5], ', '),
      'Keep the line that is right and delete the others'
    from refused`);
}

const duplicateAt = 500;
export const keptAt = 550;
const togetherAt = 600;

/** To those that the lines have; a line with one of grade "line" is refused. */
export async function addFindings(
  db: Queries,
  id: string,
  findings: readonly LineFinding[] = [],
  first = togetherAt,
): Promise<void> {
  if (findings.length === 0) return;
  const refused = findings.filter(({ grade }) => grade === "line").map(({ line }) => line);
  await db
    .update(importLines)
    .set({ result: "refused" })
    .where(and(eq(importLines.importId, id), inArray(importLines.line, refused)));
  const byLine = Map.groupBy(findings, ({ line }) => line);
  const rows = [...byLine.values()].flatMap((own) =>
    own.map((finding, at) => ({ n: first + at, ...finding })),
  );
  await insertFindings(db, id, rows);
}

export async function countResults(db: Queries, id: string): Promise<ImportCounts> {
  const rows = await queryRows<{ name: keyof ImportCounts; count: number }>(
    db,
    sql`
    select result as name, count(*)::int as count from import_lines where import_id = ${id}
    group by result
    union all
    select grade, count(distinct line)::int from import_findings f
    where import_id = ${id} and grade <> 'line' and not exists (select from import_lines l
      where l.import_id = f.import_id and l.line = f.line and l.result = 'refused')
    group by grade`,
  );
  return { ...noCounts, ...Object.fromEntries(rows.map(({ name, count }) => [name, count])) };
}

export async function removeImport(db: Queries, id: string): Promise<boolean> {
  const removed = await db
    .delete(imports)
    .where(and(eq(imports.id, id), inArray(imports.state, ["checked", "undone"])))
    .returning({ id: imports.id });
  return removed.length > 0;
}
