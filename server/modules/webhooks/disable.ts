import { and, eq, sql } from "drizzle-orm";
import { webhooksTag } from "#contract/tags.ts";
import { listOwnerEmails } from "#server/modules/customers/list-admin-emails.ts";
import { addAdminLetter } from "#server/modules/letters/queue-letter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { failWaiting } from "./endpoints.ts";
import { webhookEndpoints } from "./tables.ts";

export const disabledLetter = "webhook-disabled";

export async function disable(tx: Queries, endpointId: string): Promise<void> {
  const disabled = await tx
    .update(webhookEndpoints)
    .set({ isOn: false, disabledAt: sql`now()` })
    .where(and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.isOn, true)))
    .returning({ id: webhookEndpoints.id });
  if (disabled.length === 0) return;
  await failWaiting(tx, endpointId);
  await storeEvents(tx, [{ name: "webhooks.disabled", about: endpointId, tags: [webhooksTag] }]);
  for (const email of await listOwnerEmails(tx)) {
    await addAdminLetter(tx, disabledLetter, email, endpointId);
  }
}
