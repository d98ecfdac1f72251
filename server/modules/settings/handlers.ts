import type { settingsCalls } from "#contract/settings.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { sections } from "./default-settings.ts";
import { handleSave } from "./save-settings.ts";
import { exportSettings, type FileContext, handleImport } from "./settings-file.ts";
import { toRecord } from "./settings-record.ts";
import { readSettings } from "./store.ts";

export function settingsHandlers(context: FileContext): Handlers<typeof settingsCalls> {
  const { db, env } = context;
  return {
    list: async () => {
      const stored = await readSettings(db);
      return sections.map((section) => toRecord(env, section, stored));
    },
    save: handleSave(context),
    file: () => exportSettings(context),
    importFile: handleImport(context),
  };
}
