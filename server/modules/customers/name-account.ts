import { eq, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { users } from "./tables.ts";
import { userEvent } from "./user-event.ts";

/** The next checkout asks for the name. */
export async function forgetName(tx: Queries, userId: string): Promise<void> {
  const name = sql`split_part(${users.email}, '@', 1)`;
  await tx.update(users).set({ name }).where(eq(users.id, userId));
  await storeEvents(tx, [userEvent("user.named", userId)]);
}

export async function nameAccount(tx: Queries, userId: string, name: string): Promise<void> {
  await tx.update(users).set({ name }).where(eq(users.id, userId));
  await storeEvents(tx, [userEvent("user.named", userId)]);
}
