// What an authenticator signs, so that its answer is good once and for what it was asked for.
import { and, eq, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { passkeyChallenges } from "./tables.ts";
import { hashToken } from "./tokens.ts";

/** A sign-in knows no person yet. */
export type ChallengeFor = {
  purpose: "add" | "sign-in" | "second-step" | "confirm";
  userId: string | null;
};

export async function storeChallenge(
  db: Queries,
  challenge: string,
  { purpose, userId }: ChallengeFor,
): Promise<void> {
  await db.insert(passkeyChallenges).values({
    challengeHash: hashToken(challenge),
    purpose,
    userId,
    expiresAt: sql`now() + interval '10 minutes'`,
  });
}

/** True for only one of several concurrent callers. */
export async function consumeChallenge(
  db: Queries,
  challenge: string,
  { purpose, userId }: ChallengeFor,
): Promise<boolean> {
  const used = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, hashToken(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        sql`${passkeyChallenges.userId} is not distinct from ${userId}`,
        sql`${passkeyChallenges.expiresAt} > now()`,
      ),
    )
    .returning({ purpose: passkeyChallenges.purpose });
  return used.length > 0;
}
