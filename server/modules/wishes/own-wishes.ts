import { desc, eq } from "drizzle-orm";
import type { OwnData } from "#contract/own-data.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { wishes } from "./tables.ts";

export async function readOwnWishes(db: Queries, userId: string): Promise<OwnData["wishes"]> {
  const rows = await db
    .select()
    .from(wishes)
    .where(eq(wishes.userId, userId))
    .orderBy(desc(wishes.position));
  return rows.map(({ partId, createdAt }) => ({ part: partId, since: createdAt.toISOString() }));
}
