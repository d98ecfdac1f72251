import { and, eq, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import type { KeyedRequest } from "#server/platform/once/once.ts";
import { keptAnswers } from "#server/platform/once/tables.ts";

/** As the migration to kept answers adds it for what was done before: without a hash. */
export async function addKeptAnswer(
  db: Queries,
  { who, call, key }: KeyedRequest,
  answer: object,
): Promise<void> {
  await db.insert(keptAnswers).values({ who, call, key, answer });
}

/** As if all that was answered had been answered so much earlier. */
export async function ageAnswers(db: Queries, by: string): Promise<void> {
  await db.update(keptAnswers).set({ at: sql`at - ${by}::interval` });
}

export async function isKept(db: Queries, { who, call, key }: KeyedRequest): Promise<boolean> {
  const { who: by, call: of, key: under } = keptAnswers;
  const isIt = and(eq(by, who), eq(of, call), eq(under, key));
  return (await db.select({ at: keptAnswers.at }).from(keptAnswers).where(isIt)).length > 0;
}
