import { sql } from "drizzle-orm";
import { type Cells, type Finding, refuseLine } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

const noComponents = "There is nothing in it that it could be put together from";
const hasOwnStock = "Packed kits of it are on the shelf";

const remedies: Record<string, string> = {
  [noComponents]: "Add the part, then its components by a file of kits, then this",
  [hasOwnStock]: "Count them to 0 first",
};

export const shelfFindings = (problem: string | undefined): Finding[] =>
  problem === undefined ? [] : [refuseLine(problem, remedies[problem] ?? "")];

type Change = { partId: string | null; before: Cells | undefined; after: Cells };

export async function findShelfProblems(
  db: Queries,
  changes: readonly Change[],
): Promise<(string | undefined)[]> {
  const isAsked = ({ before, after }: Change) =>
    after.from_shelf === "yes" && before?.from_shelf !== "yes";
  const ids = changes.filter(isAsked).flatMap(({ partId }) => partId ?? []);
  const rows = await queryRows<{ id: string; isKit: boolean; isPacked: boolean }>(
    db,
    sql`
    select p.id, exists (select from kit_components where kit_id = p.id) as "isKit",
      exists (select from stock where part_id = p.id and on_hand > 0) as "isPacked"
    from parts p where p.id = any(${sql.param(ids)}::uuid[])`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return changes.map((change) => {
    if (!isAsked(change)) return undefined;
    const found = byId.get(change.partId ?? "");
    if (!found?.isKit) return noComponents;
    return found.isPacked ? hasOwnStock : undefined;
  });
}
