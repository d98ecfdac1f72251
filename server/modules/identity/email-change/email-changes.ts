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

/** The newest, should several people have begun one to this address. */
export async function findEmailChangeTo(
  db: Queries,
  newEmail: string,
): Promise<Change | undefined> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.newEmail, newEmail), isOpen))
    .orderBy(desc(emailChanges.expiresAt))
    .limit(1);
  return row;
}

/** Takes back one that was begun before. */
export async function addEmailChange(
  db: Queries,
  userId: string,
  newEmail: string,
): Promise<Change | undefined> {
  await removeEmailChange(db, userId);
  const expiresAt = sql`now() + interval '24 hours'`;
  const [added] = await db.insert(emailChanges).values({ userId, newEmail, expiresAt }).returning();
  return added;
}

/** With the links of its letters. False if there was none. */
export async function removeEmailChange(db: Queries, userId: string): Promise<boolean> {
  await db
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        inArray(oneTimeTokens.purpose, Object.values(purposes)),
      ),
    );
  const removed = await db
    .delete(emailChanges)
    .where(eq(emailChanges.userId, userId))
    .returning({ userId: emailChanges.userId });
  return removed.length > 0;
}

export async function addChangeToken(db: Queries, userId: string, side: Side): Promise<string> {
  const token = newToken();
  await db.insert(oneTimeTokens).values({
    ...{ tokenHash: hashToken(token), purpose: purposes[side], userId },
    expiresAt: sql`now() + interval '24 hours'`,
  });
  return token;
}

/** Returns the change, with both proofs, to only one of several concurrent callers. */
export async function proveAddress(db: Queries, token: string): Promise<Change | undefined> {
  const [used] = await db
    .delete(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.tokenHash, hashToken(token)),
        inArray(oneTimeTokens.purpose, Object.values(purposes)),
        sql`${oneTimeTokens.expiresAt} > now()`,
      ),
    )
    .returning({ userId: oneTimeTokens.userId, purpose: oneTimeTokens.purpose });
  if (!used) return undefined;
  const now = sql`now()`;
  const [change] = await db
    .update(emailChanges)
    .set(used.purpose === purposes.old ? { oldProvenAt: now } : { newProvenAt: now })
    .where(and(eq(emailChanges.userId, used.userId), isOpen))
    .returning();
  return change;
}
