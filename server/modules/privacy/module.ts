import type { ShopModule } from "#server/module.ts";
import { ownDataHandlers } from "./handlers.ts";
import { personDataHandlers } from "./person-data-handlers.ts";

export const privacy = {
  handlers: (context, { ownData }) => ({
    ownData: ownDataHandlers(context, ownData),
    personData: personDataHandlers(context, ownData),
  }),
} satisfies ShopModule;
