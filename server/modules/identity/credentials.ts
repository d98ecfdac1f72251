// What identity keeps of a user: the password's hash, and the tokens of letters.
import { and, eq, sql } from "drizzle-orm";
import type { Person } from "#contract/identity.ts";
import { users } from "#server/modules/customers/tables.ts";
import type { PictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { oneTimeTokens } from "./tables.ts";
import { hashToken, newToken } from "./tokens.ts";

export type Credentials = { id: string; passwordHash: string | null };

export async function findCredentials(
  db: Queries,
  email: string,
): Promise<Credentials | undefined> {
  const [row] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  return row;
}

export async function findPasswordHash(db: Queries, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId));
  return row?.passwordHash ?? null;
}

/** Only from what it was: of two changes at once, the second no longer knows the password. */
export async function setPassword(
  db: Queries,
  userId: string,
  passwordHash: string,
  from?: string,
): Promise<boolean> {
  const unchanged = from === undefined ? undefined : eq(users.passwordHash, from);
  const changed = await db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, userId), unchanged))
    .returning({ id: users.id });
  return changed.length > 0;
}

export async function findPerson(
  db: Queries,
  userId: string,
  show: PictureFilter,
): Promise<Person | undefined> {
  const [row] = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      emailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      img: sql<string>`coalesce((select img from profiles
        where user_id = users.id order by position desc limit 1), '')`,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!row) return undefined;
  const { id, role, img, ...rest } = row;
  return { _id: id, ...rest, img: show(img), ...(role === "admin" && { role: "admin" as const }) };
}

/** Runs `work` while the account cannot be deleted, so that tokens of a deleted one are not stored. */
export function withLockedAccount<Result>(
  db: Database,
  email: string,
  work: (tx: Queries, userId: string) => Promise<Result>,
): Promise<Result | undefined> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(sql`lower(${users.email})`, email))
      .for("key share");
    return user && (await work(tx, user.id));
  });
}

export async function addResetToken(db: Queries, userId: string): Promise<string> {
  const token = newToken();
  await db.insert(oneTimeTokens).values({
    tokenHash: hashToken(token),
    purpose: "reset",
    userId,
    expiresAt: sql`now() + interval '1 hour'`,
  });
  return token;
}

const isGood = (token: string) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    eq(oneTimeTokens.purpose, "reset"),
    sql`${oneTimeTokens.expiresAt} > now()`,
  );

/** Whose it is; it stays good. */
export async function findResetTokenOwner(db: Queries, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(isGood(token));
  return row?.userId;
}

/** Whose it was. However many come at once, one of them gets an answer. */
export async function consumeResetToken(db: Queries, token: string): Promise<string | undefined> {
  const [used] = await db
    .delete(oneTimeTokens)
    .where(isGood(token))
    .returning({ userId: oneTimeTokens.userId });
  return used?.userId;
}

export async function deleteResetTokens(db: Queries, userId: string): Promise<void> {
  await db
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, "reset")));
}
