import type { settingsCalls } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { sections } from "./default-settings.ts";
import { handleSave } from "./save-settings.ts";
import { handleImport } from "./settings-file.ts";
import { readSettings, toRecord, withOverrides } from "./store.ts";

export function settingsHandlers(context: Context): Handlers<typeof settingsCalls> {
  const { db, env, clock } = context;
  return {
    list: async () => {
      const stored = await readSettings(db);
      return sections.map((section) => toRecord(env, section, stored));
    },
    save: handleSave(context),
    file: async () => {
      const { values } = await readSettings(db);
      const exportedAt = clock.now().toISOString();
      return { settings: 1, exportedAt, sections: withOverrides(env, values) };
    },
    importFile: handleImport(context),
  };
}
