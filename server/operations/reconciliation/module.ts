import type { ShopModule } from "#server/module.ts";
import { reconciliationHandlers } from "./handlers.ts";
import { reconcileNow } from "./reconcile.ts";
import { reconciliationJobs } from "./reconciliation-jobs.ts";

export const reconciliation = {
  handlers: (context) => ({
    reconciliation: reconciliationHandlers(context.db, () => reconcileNow(context)),
  }),
  jobs: reconciliationJobs,
} satisfies ShopModule;
