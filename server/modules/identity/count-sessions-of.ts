import { and, gt, inArray, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { sessions } from "./tables.ts";

type Count = { sessions: number; lastSeenAt: string };

export async function countSessionsOf(
  db: Queries,
  userIds: readonly string[],
): Promise<Map<string, Count>> {
  const rows = await db
    .select({
      id: sessions.userId,
      count: sql<number>`count(*)::int`,
      lastSeenAt: sql`max(${sessions.lastSeenAt})`.mapWith(sessions.lastSeenAt),
    })
    .from(sessions)
    .where(and(inArray(sessions.userId, [...userIds]), gt(sessions.expiresAt, sql`now()`)))
    .groupBy(sessions.userId);
  return new Map(
    rows.map(({ id, count, lastSeenAt }) => [
      id,
      { sessions: count, lastSeenAt: lastSeenAt.toISOString() },
    ]),
  );
}
