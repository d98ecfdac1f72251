import type { ShopModule } from "#server/module.ts";
import { repairHandlers, repairUndoes } from "./handlers.ts";

export const repairs = {
  handlers: (context) => ({ repairs: repairHandlers(context) }),
  undo: repairUndoes,
} satisfies ShopModule;
