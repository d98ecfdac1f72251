import type { ShopModule } from "#server/module.ts";
import { followPriceDatesJob } from "./follow-price-dates.ts";
import { settingsHandlers } from "./handlers.ts";
import { settingsThings } from "./settings-things.ts";
import { undoSettings } from "./undo-settings.ts";

export const settings = {
  handlers: (context) => ({ settings: settingsHandlers(context) }),
  jobs: (context) => [followPriceDatesJob(context)],
  undo: { "edit-settings": undoSettings },
  records: { settings: settingsThings },
} satisfies ShopModule;
