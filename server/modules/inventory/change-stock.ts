import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Ids } from "#server/platform/database/is-in.ts";
import { queryPrepared, queryRows } from "#server/platform/database/query-rows.ts";
import { withShelfParts } from "./shelf-parts.ts";
import { insertStockEvents } from "./stock-event.ts";
import { movements, type stock } from "./tables.ts";

export type StockRow = typeof stock.$inferSelect;
export type Movement = Omit<typeof movements.$inferInsert, "id" | "createdAt">;

/** Locks the rows, of kits those of their components as well, in part order, so that two orders never wait for each other. A lock and a change in one statement would be decided by outdated figures. */
export async function lockStock(tx: Queries, partIds: Ids): Promise<Map<string, StockRow>> {
  const rows = await queryPrepared<StockRow>(
    tx,
    sql`select part_id as "partId", on_hand as "onHand", reserved, available from stock
      where part_id = any(${withShelfParts(partIds)}) order by part_id for update`,
  );
  return new Map(rows.map((row) => [row.partId, row]));
}

export async function moveStock(tx: Queries, rows: readonly Movement[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.insert(movements).values([...rows]);
  const changes = sumByPart(rows);
  const changed = await queryRows(
    tx,
    sql`
    with changed as (
      update stock set on_hand = stock.on_hand + change.on_hand,
        reserved = stock.reserved + change.reserved
      from unnest(${sql.param(changes.map(({ partId }) => partId))}::uuid[],
        ${sql.param(changes.map(({ onHand }) => onHand))}::int[],
        ${sql.param(changes.map(({ reserved }) => reserved))}::int[]
      ) as change (part_id, on_hand, reserved)
      where stock.part_id = change.part_id
      returning stock.part_id, stock.available
    ), events as (${insertStockEvents(sql`changed`)})
    select from changed`,
  );
  if (changed.length !== changes.length) throw new Error("A movement has no stock row");
}

function sumByPart(rows: readonly Movement[]) {
  const sums = new Map<string, { partId: string; onHand: number; reserved: number }>();
  for (const { partId, onHandChange = 0, reservedChange = 0 } of rows) {
    const sum = sums.get(partId) ?? { partId, onHand: 0, reserved: 0 };
    sum.onHand += onHandChange;
    sum.reserved += reservedChange;
    sums.set(partId, sum);
  }
  return [...sums.values()];
}
