import { eq } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { users } from "./tables.ts";
import { userEvent } from "./user-event.ts";

export async function nameAccount(tx: Queries, userId: string, name: string): Promise<void> {
  await tx.update(users).set({ name }).where(eq(users.id, userId));
  await storeEvents(tx, [userEvent("user.named", userId)]);
}
