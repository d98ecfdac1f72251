import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { refuse } from "#contract/refusals.ts";
import { settingsEdit } from "#contract/settings.ts";
import type { Undo, Undone } from "#server/platform/audit/handlers.ts";
import { sections } from "./default-settings.ts";
import { saveSettings } from "./save-settings.ts";
import { applyOverrides, idOfSection, readSettings } from "./store.ts";

export const undoSettings: Undo = async (
  db,
  caller,
  { about, before, after },
  env,
): Promise<Undone> => {
  const section = sections.find((each) => idOfSection(each) === about);
  if (!section) return refuse("not-found", "There are no such settings any more.");
  const { values, versions } = await readSettings(db);
  const present: Record<string, unknown> = values[section];
  const isChanged = Object.entries(after ?? {}).some(
    ([field, value]) => !isDeepStrictEqual(present[field], value),
  );
  if (isChanged) return refuse("conflict", "These settings have been changed again since.");
  const version = versions[section];
  const value = applyOverrides(env, section, values[section]);
  const edit = z.safeParse(settingsEdit, { section, version, value: { ...value, ...before } });
  if (!edit.success) return refuse("conflict", "What was there before is not allowed any more.");
  const saved = await saveSettings({ db, env }, caller, edit.data);
  if ("code" in saved && saved.code === "invalid") {
    return refuse("conflict", "What was there before contradicts other settings now.");
  }
  return saved as Undone;
};
