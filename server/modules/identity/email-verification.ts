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

/** Stays valid for its owner when somebody else sends it. */
export async function verifyByToken(
  db: Queries,
  token: string,
  userId: string | undefined,
): Promise<"verified" | "of-another" | undefined> {
  const tokenHash = hashToken(token);
  const [found] = await db
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(isValid(linkPurpose, tokenHash));
  if (!found) return undefined;
  if (found.userId !== userId) return "of-another";
  return (await consume(db, linkPurpose, tokenHash)) ? "verified" : undefined;
}

export async function verifyByCode(db: Queries, userId: string, code: string): Promise<boolean> {
  const owner = await consume(db, codePurpose, hashCode(userId, code.replace(/\D/g, "")));
  return owner === userId;
}

async function consume(db: Queries, purpose: string, tokenHash: Buffer) {
  const [used] = await db
    .delete(oneTimeTokens)
    .where(isValid(purpose, tokenHash))
    .returning({ userId: oneTimeTokens.userId });
  if (used) await markEmailVerified(db, used.userId);
  return used?.userId;
}

const isValid = (purpose: string, tokenHash: Buffer) =>
  and(
    eq(oneTimeTokens.tokenHash, tokenHash),
    eq(oneTimeTokens.purpose, purpose),
    sql`${oneTimeTokens.expiresAt} > now()`,
  );

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
