import type { ShopModule } from "#server/module.ts";
import { expireHoldsJob } from "./expire-holds-job.ts";
import { stockUndoes } from "./handlers.ts";

export const inventory = {
  jobs: ({ db }) => [expireHoldsJob(db)],
  undo: stockUndoes,
} satisfies ShopModule;
