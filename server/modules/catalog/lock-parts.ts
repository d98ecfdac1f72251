import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { parts } from "./tables.ts";

/** In the order of their ids, so that two imports never wait for each other. */
export async function lockParts(tx: Queries, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: parts.id })
    .from(parts)
    .where(sql`${parts.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(parts.id)
    .for("no key update");
}

/** Where nothing changed but what a part has beyond its own columns. */
export async function raiseVersions(
  tx: Queries,
  changes: readonly { partId: string | null }[],
): Promise<void> {
  const ids = changes.map(({ partId }) => partId);
  await tx
    .update(parts)
    .set({ version: sql`${parts.version} + 1` })
    .where(sql`${parts.id} = any(${sql.param(ids)}::uuid[])`);
}
