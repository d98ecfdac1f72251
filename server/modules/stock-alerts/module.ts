import type { ShopModule } from "#server/module.ts";
import { alertLetters } from "./alert-letters.ts";
import { stockAlertHandlers } from "./handlers.ts";
import { readOwnAlerts } from "./own-alerts.ts";
import { deleteExpiredAlerts } from "./store.ts";
import { followPartsJob, tellBackJob } from "./tell-back.ts";

export const stockAlerts = {
  handlers: (context) => ({ stockAlerts: stockAlertHandlers(context) }),
  jobs: (context) => [followPartsJob(context), tellBackJob(context)],
  emails: alertLetters,
  ownData: async ({ context: { db }, person }) => ({
    stockAlerts: await readOwnAlerts(db, person),
  }),
  expires: [deleteExpiredAlerts],
} satisfies ShopModule;
