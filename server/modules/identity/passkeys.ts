import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import type { PasskeyEntry } from "#contract/passkeys.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { passkeys } from "./tables.ts";

export type Passkey = typeof passkeys.$inferSelect;
type NewPasskey = Omit<typeof passkeys.$inferInsert, "id">;

export async function listPasskeys(db: Queries, userId: string): Promise<Passkey[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.id));
}

export function toEntry({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyEntry {
  const last = lastUsedAt?.toISOString() ?? null;
  return { _id: id, name, addedAt: createdAt.toISOString(), lastUsedAt: last };
}

export async function findPasskey(db: Queries, credentialId: string): Promise<Passkey | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row;
}

/** Undefined if the passkey has been added already. */
export async function addPasskey(db: Queries, passkey: NewPasskey): Promise<Passkey | undefined> {
  const values = { id: newId(), ...passkey };
  const [added] = await db.insert(passkeys).values(values).onConflictDoNothing().returning();
  return added;
}

export async function removePasskey(db: Queries, userId: string, id: string): Promise<boolean> {
  const removed = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return removed.length > 0;
}

export async function removeAllPasskeys(db: Queries, userId: string): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.userId, userId));
}

/** False if the counter was reached before: then the passkey has a copy. */
export async function recordUse(db: Queries, id: string, counter: number): Promise<boolean> {
  const countsNothing = and(eq(passkeys.counter, 0), sql`${counter} = 0`);
  const used = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), countsNothing)))
    .returning({ id: passkeys.id });
  return used.length > 0;
}
