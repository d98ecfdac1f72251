import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import type { Settings, SettingsRecord, SettingsSection } from "#contract/settings.ts";
import { settingsTag } from "#contract/tags.ts";
import {
  type AuditProof,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Env } from "#server/platform/config/env.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { deriveId } from "#server/platform/database/new-id.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { defaultSettings, sections } from "./default-settings.ts";
import { settings } from "./tables.ts";

export type StoredSettings = {
  values: Settings;
  /** 0: never saved. */
  versions: Record<SettingsSection, number>;
};

/** Without what the environment sets. A field that is newer than its section has its default. */
export async function readSettings(db: Queries): Promise<StoredSettings> {
  const { section, version, value } = settings;
  const rows = await db
    .select({ section, version, value })
    .from(settings)
    .where(
      eq(version, sql`(select max(version) from settings newer where newer.section = ${section})`),
    );
  const found = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.section, row]));
  const values = sections.map((section) => [
    section,
    { ...defaultSettings[section], ...(found.get(section)?.value as object | undefined) },
  ]);
  const versions = sections.map((section) => [section, found.get(section)?.version ?? 0]);
  return { values: Object.fromEntries(values), versions: Object.fromEntries(versions) };
}

/** Saves of any sections wait for each other: what contradicts what is decided on all of them. */
export async function lockSettings(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('settings'))`);
}

export async function addVersion(
  tx: Queries,
  row: { section: SettingsSection; version: number; value: object },
): Promise<void> {
  await tx.insert(settings).values(row);
}

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
  security: { requireSecondFactor: "REQUIRE_SECOND_FACTOR" },
  holds: { minutes: "RESERVATION_MINUTES" },
} as const satisfies {
  [Section in SettingsSection]: { [Field in keyof Settings[Section]]?: keyof Env };
};

export function listOverrides(env: Env, section: SettingsSection): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables[section]).filter(([, name]) => env[name] !== undefined),
  );
}

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

export async function requiresSecondFactor(db: Queries, env: Env): Promise<boolean> {
  const { values } = await readSettings(db);
  return applyOverrides(env, "security", values.security).requireSecondFactor;
}

/** What the audit log calls a section. */
export const idOfSection = (section: SettingsSection) => deriveId("settings", section);

export function toRecord(
  env: Env,
  section: SettingsSection,
  { values, versions }: StoredSettings,
): SettingsRecord {
  return {
    _id: idOfSection(section),
    section,
    version: versions[section],
    value: applyOverrides(env, section, values[section]),
    overridden: listOverrides(env, section),
  } as SettingsRecord;
}

type Given = { section: SettingsSection; value: object };

export async function storeSection(
  tx: Queries,
  env: Env,
  caller: SignedInCaller,
  stored: StoredSettings,
  { section, value }: Given,
): Promise<{ noted: AuditProof; next?: object }> {
  const before = stored.values[section];
  const overridden = Object.keys(listOverrides(env, section));
  const next = { ...value, ...pick(before, overridden) } as typeof before;
  const changed = Object.keys(next).filter(
    (field) => !isDeepStrictEqual(next[field as never], before[field as never]),
  );
  if (changed.length === 0) return { noted: nothingToAudit };
  const about = idOfSection(section);
  await addVersion(tx, { section, version: stored.versions[section] + 1, value: next });
  await storeEvents(tx, [{ name: "settings.saved", about, tags: [settingsTag] }]);
  const noted = await recordAction(tx, caller, {
    action: "edit-settings",
    about,
    before: pick(before, changed),
    after: pick(next, changed),
  });
  return { noted, next };
}

function pick(value: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([field]) => fields.includes(field)));
}
