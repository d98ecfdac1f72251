import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { ImportKind, LineFinding, PresentLine } from "./import-kind.ts";
import { addFindings, insertLines, keptAt } from "./store.ts";

type Named = { partId: string; key: string; line: number; isRefused: boolean };

/** How many lines of the shop there are to name, and at which line those not named begin. */
export type Taken = { inShop: number; firstTaken: number | undefined };
export const nothingTaken: Taken = { inShop: 0, firstTaken: undefined };

/** A whole file takes away what it does not name. */
export async function takeAway(db: Queries, kind: ImportKind, importId: string): Promise<Taken> {
  if (!kind.listWhole) return nothingTaken;
  const firstTaken = await findNextLine(db, importId);
  let next = firstTaken;
  let inShop = 0;
  for await (const lines of kind.listWhole(db, importId)) {
    inShop += lines.length;
    const { gone, kept } = sort(lines, await findNamed(db, importId, lines));
    const rows = gone.map(({ partId, part, key, cells }, at) => ({
      line: next + at,
      result: "removed" as const,
      partId,
      part,
      key,
      claim: null,
      before: cells,
      after: null,
    }));
    next += rows.length;
    if (rows.length > 0) await insertLines(db, importId, rows);
    await addFindings(db, importId, kept, keptAt);
  }
  return { inShop, firstTaken };
}

async function findNextLine(db: Queries, importId: string): Promise<number> {
  const [last] = await queryRows<{ line: number }>(
    db,
    sql`select coalesce(max(line), 1) as line from import_lines where import_id = ${importId}`,
  );
  return (last?.line ?? 1) + 1;
}

function findNamed(db: Queries, importId: string, lines: readonly PresentLine[]) {
  const ids = [...new Set(lines.map(({ partId }) => partId))];
  return queryRows<Named>(
    db,
    sql`select part_id as "partId", key, line, result = 'refused' as "isRefused"
    from import_lines where import_id = ${importId} and part_id = any(${sql.param(ids)}::uuid[])
    order by line`,
  );
}

/** A refused line may be meant for any line of its part, so all of them stay. */
function sort(lines: readonly PresentLine[], named: readonly Named[]) {
  const keys = new Set(named.map(({ partId, key }) => `${partId} ${key}`));
  const refused = new Map(
    named.filter(({ isRefused }) => isRefused).map(({ partId, line }) => [partId, line]),
  );
  const unnamed = lines.filter(({ partId, key }) => !keys.has(`${partId} ${key}`));
  const staying = Map.groupBy(
    unnamed.filter(({ partId }) => refused.has(partId)),
    ({ partId }) => partId,
  );
  const kept = [...staying].map(([partId, { length, 0: first }]) =>
    toKept({ line: refused.get(partId) ?? 0, part: first?.part ?? "", lines: length }),
  );
  return { gone: unnamed.filter(({ partId }) => !refused.has(partId)), kept };
}

type Kept = { line: number; part: string; lines: number };

const toKept = ({ line, part, lines }: Kept): LineFinding => ({
  line,
  part,
  grade: "info",
  what: `This line is refused, so ${lines === 1 ? "1 line" : `${lines} lines`} of the part that the file leaves out would stay`,
  todo: "Correct the line, so that they are taken away",
});

/** For lines that are refused only now. Returns whether any lines of their parts are kept. */
export async function keepTaken(
  db: Queries,
  importId: string,
  firstTaken: number,
  refused: readonly LineFinding[],
): Promise<boolean> {
  if (refused.length === 0) return false;
  const lines = refused.map(({ line }) => line);
  const kept = await queryRows<Kept>(
    db,
    sql`
    with refused as (
      select part_id, max(line) as line from import_lines
      where import_id = ${importId} and line = any(${sql.param(lines)}::int[]) group by part_id),
    kept as (
      delete from import_lines l using refused r
      where l.import_id = ${importId} and l.line >= ${firstTaken} and l.part_id = r.part_id
      returning l.part_id, l.part, r.line)
    select line, part, count(*)::int as lines from kept group by line, part`,
  );
  await addFindings(db, importId, kept.map(toKept), keptAt);
  return kept.length > 0;
}
