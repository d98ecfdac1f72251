import { inArray } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { parts } from "./tables.ts";

/** In the order of their ids, so that two imports never wait for each other. */
export async function lockParts(tx: Queries, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: parts.id })
    .from(parts)
    .where(inArray(parts.id, [...ids]))
    .orderBy(parts.id)
    .for("no key update");
}
