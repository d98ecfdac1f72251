import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import type { PartImport } from "#contract/imports.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { importLines, imports } from "./tables.ts";

const maxListed = 100;

export async function listPartImports(db: Queries, partId: string): Promise<PartImport[]> {
  const rows = await db
    .select()
    .from(importLines)
    .innerJoin(imports, eq(imports.id, importLines.importId))
    .where(
      and(
        eq(importLines.partId, partId),
        inArray(importLines.result, ["new", "changed", "removed"]),
        isNotNull(imports.appliedAt),
      ),
    )
    .orderBy(desc(imports.appliedAt), importLines.line)
    .limit(maxListed);
  return rows.map(({ imports: { id, number, kind, state, ...whole }, import_lines: row }) => ({
    _id: `${id}-${row.line}`,
    import: id,
    line: row.line,
    number,
    kind,
    at: whole.appliedAt?.toISOString() ?? "",
    who: whole.appliedBy ?? "",
    before: row.before,
    after: row.after,
    isUndone: state === "undone" || row.undoneAt !== null,
  }));
}
