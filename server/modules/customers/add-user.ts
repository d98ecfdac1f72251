import { sql } from "drizzle-orm";
import { shopNow } from "#server/platform/database/columns.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { users } from "./tables.ts";

export type NewUser = {
  email: string;
  name: string;
  role: "customer" | "admin";
  passwordHash: string | null;
  isEmailVerified?: boolean;
};

/** An admin without a second factor is asked for it. */
export async function addUser(
  db: Queries,
  { isEmailVerified, ...user }: NewUser,
): Promise<string | undefined> {
  const emailVerifiedAt = isEmailVerified ? sql`now()` : null;
  const [added] = await db
    .insert(users)
    .values({ id: newId(), ...user, emailVerifiedAt, createdAt: shopNow })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (added) await storeEvents(db, [{ name: "user.added", about: added.id, tags: ["users"] }]);
  return added?.id;
}
