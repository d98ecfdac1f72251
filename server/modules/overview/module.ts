import type { ShopModule } from "#server/module.ts";
import { overviewHandlers } from "./handlers.ts";

export const overview = {
  handlers: (context) => ({ overview: overviewHandlers(context) }),
} satisfies ShopModule;
