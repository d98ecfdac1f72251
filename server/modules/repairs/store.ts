import { eq, sql } from "drizzle-orm";
import type { NewRepair, Repair } from "#contract/repairs.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { invalidField } from "#server/platform/http/refusal-error.ts";
import { findRepair } from "./read-repairs.ts";
import { repairLines, repairs } from "./tables.ts";

export async function lockRepair(tx: Queries, slug: string): Promise<Repair | undefined> {
  await tx.select({ id: repairs.id }).from(repairs).where(eq(repairs.slug, slug)).for("update");
  return findRepair(tx, slug);
}

export async function storeRepair(
  tx: Queries,
  id: string,
  { lines, ...columns }: NewRepair,
): Promise<void> {
  await tx.insert(repairs).values({ id, ...columns });
  await replaceLines(tx, id, lines);
}

export async function replaceLines(
  tx: Queries,
  repairId: string,
  lines: NewRepair["lines"],
): Promise<void> {
  const slugs = lines.map(({ type }) => type);
  const types = await queryRows<{ id: number; slug: string }>(
    tx,
    sql`select id, slug from part_types
    where slug = any(${sql.param(slugs)}::text[]) and deleted_at is null`,
  );
  const ids = new Map(types.map(({ id, slug }) => [slug, id]));
  const rows = lines.map(({ type, ...line }, position) => {
    const partTypeId = ids.get(type);
    const field = `lines.${position}.type`;
    if (partTypeId === undefined) throw invalidField(field, "Choose a part type");
    if (slugs.indexOf(type) !== position) throw invalidField(field, "Is there twice");
    return { ...line, partTypeId, position, repairId };
  });
  await tx.delete(repairLines).where(eq(repairLines.repairId, repairId));
  await tx.insert(repairLines).values(rows);
}
