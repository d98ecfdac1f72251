import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { ImportKind, LineFinding, PresentLine } from "./import-kind.ts";
import { addFindings, insertLines, keptAt } from "./store.ts";

type Named = { partId: string; key: string; line: number; isRefused: boolean };

/** A whole file takes away what it does not name. Returns how many lines there are to name. */
export async function takeAway(db: Queries, kind: ImportKind, importId: string): Promise<number> {
  if (!kind.listWhole) return 0;
  let next = await findNextLine(db, importId);
  let present = 0;
  for await (const lines of kind.listWhole(db, importId)) {
    present += lines.length;
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
  return present;
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
  const kept = [...staying].map(([partId, { length, 0: first }]): LineFinding => {
    const lines = length === 1 ? "1 line" : `${length} lines`;
    return {
      line: refused.get(partId) ?? 0,
      part: first?.part ?? "",
      grade: "info",
      what: `This line is refused, so ${lines} of the part that the file leaves out would stay`,
      todo: "Correct the line, so that they are taken away",
    };
  });
  return { gone: unnamed.filter(({ partId }) => !refused.has(partId)), kept };
}
