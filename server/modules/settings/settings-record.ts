import type { Settings, SettingsRecord, SettingsSection } from "#contract/settings.ts";
import type { Env } from "#server/platform/config/env.ts";
import { deriveId } from "#server/platform/database/new-id.ts";
import { sections } from "./default-settings.ts";
import type { StoredSettings } from "./store.ts";

/** The environment variable that sets a field, where it is set. */
const variables = {
  company: {
    name: "COMPANY_NAME",
    country: "COMPANY_COUNTRY",
    vatId: "COMPANY_VAT_ID",
    timeZone: "TIME_ZONE",
  },
  delivery: {},
  tax: {},
  discounts: {},
  returns: {},
  reviews: {},
  letters: {},
} as const satisfies {
  [Section in SettingsSection]: { [Field in keyof Settings[Section]]?: keyof Env };
};

export function listOverrides(env: Env, section: SettingsSection): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables[section]).filter(([, name]) => env[name] !== undefined),
  );
}

/** With what the environment sets. */
export function applyOverrides<Section extends SettingsSection>(
  env: Env,
  section: Section,
  value: Settings[Section],
): Settings[Section] {
  const set = Object.entries(listOverrides(env, section));
  return {
    ...value,
    ...Object.fromEntries(set.map(([field, name]) => [field, env[name as keyof Env]])),
  };
}

export function withOverrides(env: Env, values: Settings): Settings {
  const all = sections.map((section) => [section, applyOverrides(env, section, values[section])]);
  return Object.fromEntries(all);
}

/** What the audit log calls a section. */
export const idOfSection = (section: SettingsSection) => deriveId("settings", section);

export function toRecord(
  env: Env,
  section: SettingsSection,
  { values, versions }: StoredSettings,
): SettingsRecord {
  return {
    ...{ _id: idOfSection(section), section, version: versions[section] },
    value: applyOverrides(env, section, values[section]),
    overridden: listOverrides(env, section),
  } as SettingsRecord;
}
