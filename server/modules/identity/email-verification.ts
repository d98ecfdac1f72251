// What is kept of the letters that verify an e-mail: the hashes of a link's token and of a short
// code for whoever reads the letter on another device. Each is good for a day, and once.
import { randomInt } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { users } from "#server/modules/customers/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { oneTimeTokens } from "./tables.ts";
import { hashToken, newToken } from "./tokens.ts";

const link = "verify-email";
const code = "verify-email-code";

export async function addVerification(db: Queries, userId: string) {
  const made = { token: newToken(), code: newCode() };
  const expiresAt = sql`now() + interval '24 hours'`;
  await db
    .insert(oneTimeTokens)
    .values([
      { tokenHash: hashToken(made.token), purpose: link, userId, expiresAt },
      { tokenHash: hashCode(userId, made.code), purpose: code, userId, expiresAt },
    ])
    .onConflictDoNothing();
  return made;
}

/** Whose e-mail the token verified; of many who bring it at once, one gets an answer. */
export async function verifyByToken(db: Queries, token: string): Promise<string | undefined> {
  return verifyBy(db, link, hashToken(token));
}

/** A person's own code: it is of no use to anybody else. */
export async function verifyByCode(db: Queries, userId: string, given: string): Promise<boolean> {
  const owner = await verifyBy(db, code, hashCode(userId, given.replace(/\D/g, "")));
  return owner === userId;
}

async function verifyBy(db: Queries, purpose: string, tokenHash: Buffer) {
  const [used] = await db
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.tokenHash, tokenHash),
        eq(oneTimeTokens.purpose, purpose),
        sql`${oneTimeTokens.expiresAt} > now()`,
      ),
    )
    .returning({ userId: oneTimeTokens.userId });
  if (used) await markEmailVerified(db, used.userId);
  return used?.userId;
}

/** Whoever has read a letter to the e-mail has verified it; what other letters hold is spent. */
export async function markEmailVerified(db: Queries, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    .where(eq(users.id, userId));
  await db
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.purpose, [link, code])));
}

/** Eight digits; `take` in verify-email.ts leaves few tries. */
function newCode(): string {
  return String(randomInt(100_000_000)).padStart(8, "0");
}

function hashCode(userId: string, digits: string): Buffer {
  return hashToken(`${userId} ${digits}`);
}
