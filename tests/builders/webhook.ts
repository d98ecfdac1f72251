// Messages to programs elsewhere, at another time than the shop would send them.
import { eq, sql } from "drizzle-orm";
import { removeEndpoint } from "#server/modules/webhooks/endpoints.ts";
import { webhookDeliveries, webhookEndpoints } from "#server/modules/webhooks/tables.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { OpenShop } from "../open-shop.ts";
import { makeJobsDue } from "./job.ts";

/** Otherwise the shop looks every two seconds, and waits longer after each failure. */
export async function sendDueWebhooks({ shop }: OpenShop): Promise<void> {
  await shop.db
    .update(webhookDeliveries)
    .set({ nextTryAt: sql`now()` })
    .where(eq(webhookDeliveries.state, "waiting"));
  await makeJobsDue(shop.db, "follow-webhooks");
  shop.jobs.wake();
}

/** The webhook is being removed, which ends with the work. */
export const whileRemoved = <Result>(
  { shop }: OpenShop,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  inTransaction(shop.db, async (tx) => {
    await removeEndpoint(tx, id);
    return work();
  });

export const failWebhookSince = ({ shop }: OpenShop, id: string, failingSince: Date) =>
  shop.db.update(webhookEndpoints).set({ failingSince }).where(eq(webhookEndpoints.id, id));
