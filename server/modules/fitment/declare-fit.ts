import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { fitDeclarations } from "./tables.ts";

type Declaration = { partId: string; universal?: boolean; listsAllVehicles?: boolean };

export async function declareFit(tx: Queries, given: readonly Declaration[]): Promise<void> {
  const rows = given.map(({ partId, universal = false, listsAllVehicles = false }) => ({
    partId,
    universal,
    listsAllVehicles,
  }));
  if (rows.length === 0) return;
  const set = {
    universal: sql`excluded.universal`,
    listsAllVehicles: sql`excluded.lists_all_vehicles`,
  };
  await tx
    .insert(fitDeclarations)
    .values(rows)
    .onConflictDoUpdate({ target: fitDeclarations.partId, set });
}
