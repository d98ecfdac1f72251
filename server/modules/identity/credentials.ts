import { and, eq, sql } from "drizzle-orm";
import type { Person } from "#contract/identity.ts";
import {
  emailEquals,
  type PersonRow,
  personColumns,
  toPerson,
} from "#server/modules/customers/accounts.ts";
import { users } from "#server/modules/customers/tables.ts";
import type { PictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { oneTimeTokens, pendingSignIns } from "./tables.ts";
import { hashToken, newToken } from "./tokens.ts";

type Credentials = { id: string; passwordHash: string | null };

export async function findCredentials(
  db: Queries,
  email: string,
): Promise<Credentials | undefined> {
  const [row] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(emailEquals(email));
  return row;
}

export async function findPerson(
  db: Queries,
  userId: string,
  filterPicture: PictureFilter,
): Promise<Person | undefined> {
  const [row] = await queryRows<PersonRow>(
    db,
    sql`select ${personColumns} from users u where u.id = ${userId}`,
  );
  return row && toPerson({ ...row, img: filterPicture(row.img) });
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

const isValidResetToken = (token: string) =>
  and(
    eq(oneTimeTokens.tokenHash, hashToken(token)),
    eq(oneTimeTokens.purpose, "reset"),
    sql`${oneTimeTokens.expiresAt} > now()`,
  );

export async function findResetTokenOwner(db: Queries, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(isValidResetToken(token));
  return row?.userId;
}

/** Returns the user's id, to only one of several concurrent callers. */
export async function consumeResetToken(db: Queries, token: string): Promise<string | undefined> {
  const [used] = await db
    .delete(oneTimeTokens)
    .where(isValidResetToken(token))
    .returning({ userId: oneTimeTokens.userId });
  return used?.userId;
}

export async function deleteOneTimeTokens(db: Queries, userId: string): Promise<void> {
  await db.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId));
}

export async function deleteResetTokens(db: Queries, userId: string): Promise<void> {
  await db
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.purpose, "reset")));
}

/** Sign-ins whose first step was the former password. */
export async function deletePendingSignIns(db: Queries, userId: string): Promise<void> {
  await db.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
}
