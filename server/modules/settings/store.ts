import { sql } from "drizzle-orm";
import type { Settings, SettingsSection } from "#contract/settings.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { defaultSettings, sections } from "./default-settings.ts";
import { settings } from "./tables.ts";

export type StoredSettings = {
  values: Settings;
  /** 0: never saved. */
  versions: Record<SettingsSection, number>;
};

type Row = { section: SettingsSection; version: number; value: object };

/** Without what the environment sets. A field that is newer than its section has its default. */
export async function readSettings(db: Queries): Promise<StoredSettings> {
  const rows = await queryRows<Row>(
    db,
    sql`select distinct on (section) section, version, value from settings
      order by section, version desc`,
  );
  const found = new Map(rows.map((row) => [row.section, row]));
  const values = sections.map((section) => [
    section,
    { ...defaultSettings[section], ...found.get(section)?.value },
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
