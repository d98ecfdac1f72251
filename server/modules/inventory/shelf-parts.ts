import { SQL, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Ids } from "#server/platform/database/is-in.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export type ReservationLine = { orderLineId: string; partId: string; quantity: number };
export type Shortage = { partId: string; available: number };

export function withShelfParts(ids: Ids): SQL {
  const given = ids instanceof SQL ? sql`array(${ids})` : sql`${sql.param(ids)}::uuid[]`;
  // The function is called for kits only: a call costs more than the rest.
  return sql`array(with given as materialized (select unnest(${given}) as id)
    select id from given union select needed.part_id from parts kit
      cross join lateral shelf_parts(array[kit.id]) needed
      where kit.id in (select id from given) and kit.from_shelf)`;
}

export async function listShelfKits(tx: Queries, ids: readonly string[]): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`select id from parts where from_shelf and id = any(${sql.param(ids)}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** What of the shelf a line needs: `perPiece` of it for each of its pieces. */
export type ShelfLine = ReservationLine & { soldAs: string; perPiece: number };

/** A kit is its components, as they were when it was ordered. In the order of the parts. */
export async function listShelfLines<Line extends ReservationLine>(
  tx: Queries,
  lines: readonly Line[],
): Promise<(Line & ShelfLine)[]> {
  if (lines.length === 0) return [];
  const ids = lines.map(({ orderLineId }) => orderLineId);
  const components = await queryRows<{ line: string; part: string; quantity: number }>(
    tx,
    sql`
    select order_line_id as line, part_id as part, quantity from line_components
    where order_line_id = any(${sql.param(ids)}::uuid[]) order by part_id`,
  );
  return lines.flatMap((line) => {
    const own = components.filter((component) => component.line === line.orderLineId);
    if (own.length === 0) return [{ ...line, soldAs: line.partId, perPiece: 1 }];
    return own.map(({ part, quantity: perPiece }) => ({
      ...line,
      partId: part,
      soldAs: line.partId,
      perPiece,
      quantity: line.quantity * perPiece,
    }));
  });
}

export function findShortages(
  stock: ReadonlyMap<string, { available: number }>,
  lines: readonly ShelfLine[],
): Shortage[] {
  const wanted = new Map<string, number>();
  for (const { partId, quantity } of lines)
    wanted.set(partId, (wanted.get(partId) ?? 0) + quantity);
  const shortages = new Map<string, number>();
  for (const { partId, soldAs, perPiece } of lines) {
    const available = stock.get(partId)?.available ?? 0;
    if ((wanted.get(partId) ?? 0) <= available) continue;
    const left = Math.floor(available / perPiece);
    shortages.set(soldAs, Math.min(left, shortages.get(soldAs) ?? left));
  }
  return [...shortages].map(([partId, available]) => ({ partId, available }));
}
