import { and, eq } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { identities } from "./tables.ts";

export type ExternalIdentity = { issuer: string; subject: string };

export async function findUserByIdentity(
  db: Queries,
  { issuer, subject }: ExternalIdentity,
): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.userId;
}

/** False if it belongs to an account already. */
export async function addIdentity(
  db: Queries,
  { issuer, subject }: ExternalIdentity,
  userId: string,
): Promise<boolean> {
  const added = await db
    .insert(identities)
    .values({ issuer, subject, userId })
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  return added.length > 0;
}
