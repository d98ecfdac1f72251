import { and, eq, inArray } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { fitProofs } from "./tables.ts";

export async function findPromised(db: Queries, lines: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ line: fitProofs.orderLineId })
    .from(fitProofs)
    .where(and(inArray(fitProofs.orderLineId, [...lines]), eq(fitProofs.says, "yes")));
  return new Set(rows.map(({ line }) => line));
}
