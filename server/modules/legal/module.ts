import type { ShopModule } from "#server/module.ts";
import { legalHandlers, legalUndoes } from "./handlers.ts";
import { legalThings } from "./legal-things.ts";

export const legal = {
  handlers: (context) => ({ legal: legalHandlers(context) }),
  undo: legalUndoes,
  records: { "legal-text": legalThings },
} satisfies ShopModule;
