import type { Queries } from "#server/platform/database/connect.ts";
import { runSoon } from "#server/platform/jobs/store.ts";

/** Schedules that end what an account leaves behind. */
export const closeUnpaidOrdersKind = "close-unpaid-orders";
export const deleteCardCustomersKind = "delete-card-customers";

/** With the deletion, or a payment that has begun could still succeed until their next run. */
export async function runAfterDeletion(tx: Queries): Promise<void> {
  await runSoon(tx, [closeUnpaidOrdersKind, deleteCardCustomersKind]);
}
