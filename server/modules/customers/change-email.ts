import { and, eq, sql } from "drizzle-orm";
import { ordersOf } from "#contract/tags.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { users } from "./tables.ts";
import { findColleagueTags, userEvent } from "./user-event.ts";

/** To an address that is proven. False if it has an account already. */
export async function changeEmail(tx: Queries, userId: string, email: string): Promise<boolean> {
  const isFree = sql`not exists (select from users other where lower(other.email) = ${email})`;
  const changed = await tx
    .update(users)
    .set({ email, emailVerifiedAt: sql`now()` })
    .where(and(eq(users.id, userId), isFree))
    .returning({ id: users.id });
  if (changed.length === 0) return false;
  const { tags, ...event } = userEvent("user.changed-email", userId);
  const ofColleagues = await findColleagueTags(tx, userId);
  // Orders show the e-mail of their account.
  const all = new Set([...tags, "orders", ordersOf(userId), ...ofColleagues]);
  await storeEvents(tx, [{ ...event, tags: [...all] }]);
  return true;
}
