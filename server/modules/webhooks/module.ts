import type { ShopModule } from "#server/module.ts";
import { deliverWebhooksJob, followWebhooksJob } from "./deliver.ts";
import { deleteOldDeliveries } from "./deliveries.ts";
import { webhookHandlers } from "./handlers.ts";
import { webhookLetters } from "./webhook-letters.ts";

export const webhooks = {
  handlers: (context) => ({ webhooks: webhookHandlers(context) }),
  jobs: (context) => [followWebhooksJob(context), deliverWebhooksJob(context)],
  emails: webhookLetters,
  expires: [deleteOldDeliveries],
} satisfies ShopModule;
