import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { EmailChange } from "#contract/email-change.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { emailChanges, oneTimeTokens } from "../tables.ts";
import { hashToken, newToken } from "../tokens.ts";

export const purposes = { old: "change-email-old", new: "change-email-new" } as const;
export type Side = keyof typeof purposes;

type Change = typeof emailChanges.$inferSelect;

const isOpen = sql`${emailChanges.expiresAt} > now()`;

export const toReply = ({ newEmail, oldProvenAt, newProvenAt }: Change): EmailChange => ({
  email: newEmail,
  isOldProven: oldProvenAt !== null,
  isNewProven: newProvenAt !== null,
});

export async function findEmailChange(db: Queries, userId: string): Promise<Change | undefined> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isOpen));
  return row;
}

/** Nobody else changes it, or the links of its letters, until the transaction ends. */
export async function lockEmailChange(tx: Queries, userId: string): Promise<Change | undefined> {
  const isOwn = eq(emailChanges.userId, userId);
  const [row] = await tx.select().from(emailChanges).where(and(isOwn, isOpen)).for("update");
  return row;
}

/** The newest, should several people have begun one to this address. */
export async function lockEmailChangeTo(
  tx: Queries,
  newEmail: string,
): Promise<Change | undefined> {
  const [row] = await tx
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.newEmail, newEmail), isOpen))
    .orderBy(desc(emailChanges.expiresAt))
    .limit(1)
    .for("update");
  return row;
}

export async function addEmailChange(
  db: Queries,
  userId: string,
  newEmail: string,
): Promise<Change | undefined> {
  const begun = {
    newEmail,
    expiresAt: sql`now() + interval '24 hours'`,
    oldProvenAt: null,
    newProvenAt: null,
  };
  const [added] = await db
    .insert(emailChanges)
    .values({ userId, ...begun })
    .onConflictDoUpdate({ target: emailChanges.userId, set: begun })
    .returning();
  await removeChangeTokens(db, userId);
  return added;
}

export async function removeEmailChange(db: Queries, userId: string): Promise<boolean> {
  const removed = await db
    .delete(emailChanges)
    .where(eq(emailChanges.userId, userId))
    .returning({ userId: emailChanges.userId });
  await removeChangeTokens(db, userId);
  return removed.length > 0;
}

async function removeChangeTokens(db: Queries, userId: string): Promise<void> {
  const isOfChange = inArray(oneTimeTokens.purpose, Object.values(purposes));
  await db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), isOfChange));
}

export async function addChangeToken(db: Queries, userId: string, side: Side): Promise<string> {
  const token = newToken();
  await db.insert(oneTimeTokens).values({
    tokenHash: hashToken(token),
    purpose: purposes[side],
    userId,
    expiresAt: sql`now() + interval '24 hours'`,
  });
  return token;
}

/**
 * Returns the change, with both proofs, to only one of several concurrent callers. The link to the
 * new address stays valid for who began the change when somebody else sends it.
 */
export async function proveAddress(
  tx: Queries,
  token: string,
  userId: string | undefined,
): Promise<Change | "of-another" | undefined> {
  const isValid = and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    inArray(oneTimeTokens.purpose, Object.values(purposes)),
    sql`${oneTimeTokens.expiresAt} > now()`,
  );
  const [found] = await tx
    .select({ userId: oneTimeTokens.userId, purpose: oneTimeTokens.purpose })
    .from(oneTimeTokens)
    .where(isValid);
  if (!found || !(await lockEmailChange(tx, found.userId))) return undefined;
  if (found.purpose === purposes.new && found.userId !== userId) return "of-another";
  const used = await tx.delete(oneTimeTokens).where(isValid).returning();
  if (used.length === 0) return undefined;
  const now = sql`now()`;
  const [change] = await tx
    .update(emailChanges)
    .set(found.purpose === purposes.old ? { oldProvenAt: now } : { newProvenAt: now })
    .where(eq(emailChanges.userId, found.userId))
    .returning();
  return change;
}
