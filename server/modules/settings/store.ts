import { eq, sql } from "drizzle-orm";
import type { Settings, SettingsSection } from "#contract/settings.ts";
import type { Queries } from "#server/platform/database/connect.ts";
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
