import { randomInt } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { setEmailVerified } from "#server/modules/customers/accounts.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { oneTimeTokens } from "./tables.ts";
import { hashToken, newToken } from "./tokens.ts";

const linkPurpose = "verify-email";
const codePurpose = "verify-email-code";

export async function addVerification(db: Queries, userId: string) {
  const verification = { token: newToken(), code: newCode() };
  const { token, code } = verification;
  const expiresAt = sql`now() + interval '24 hours'`;
  await db
    .insert(oneTimeTokens)
    .values([
      { tokenHash: hashToken(token), purpose: linkPurpose, userId, expiresAt },
      { tokenHash: hashCode(userId, code), purpose: codePurpose, userId, expiresAt },
    ])
    .onConflictDoNothing();
  return verification;
}

export function verifyByToken(db: Queries, token: string): Promise<string | undefined> {
  return consume(db, linkPurpose, hashToken(token));
}

export async function verifyByCode(db: Queries, userId: string, code: string): Promise<boolean> {
  const owner = await consume(db, codePurpose, hashCode(userId, code.replace(/\D/g, "")));
  return owner === userId;
}

async function consume(db: Queries, purpose: string, tokenHash: Buffer) {
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

export async function markEmailVerified(db: Queries, userId: string): Promise<void> {
  const purposes = [linkPurpose, codePurpose];
  await setEmailVerified(db, userId);
  await db
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.purpose, purposes)));
}

/** Eight digits are enough because verify-email.ts allows few attempts. */
function newCode(): string {
  return String(randomInt(100_000_000)).padStart(8, "0");
}

function hashCode(userId: string, digits: string): Buffer {
  return hashToken(`${userId} ${digits}`);
}
