import type { ShopModule } from "#server/module.ts";
import { checkVatJob } from "./check-vat.ts";
import { vatHandlers, vatUndoes } from "./handlers.ts";
import { deleteOldVatChecks } from "./store.ts";

export const vat = {
  handlers: (context) => ({ vat: vatHandlers(context) }),
  jobs: (context) => [checkVatJob(context)],
  undo: vatUndoes,
  expires: [deleteOldVatChecks],
} satisfies ShopModule;
