// Puts the shop of a backup into an empty database and an empty folder: all of it, or nothing.
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Sql, TransactionSql } from "#server/database/connect.ts";
import { migrate } from "#server/database/migrate.ts";
import { imagesFolder } from "#server/images/image-store.ts";
import { copyIn, tablesOf } from "./copy-table.ts";
import { type Manifest, type TableCopy, tableFile } from "./manifest.ts";
import { appliedMigrations, areEqual, areKnown } from "./migrations.ts";
import { BadBackup, openBackup } from "./open-backup.ts";

export class NotEmpty extends Error {}

type Into = { sql: Sql; url: string; dataDir: string };

export async function restoreBackup(into: Into, file: string): Promise<Manifest> {
  const stage = await mkdtemp(join(into.dataDir, ".restore-"));
  try {
    const manifest = await openBackup(file, stage);
    if (!areKnown(manifest.migrations)) {
      throw new BadBackup(`${file} was made by another or a newer version of the shop`);
    }
    await makeReady(into, manifest);
    // Pictures first: one that nothing shows does no harm.
    await keepPictures(stage, into.dataDir);
    await load(into.sql, manifest.tables, stage);
    // What has changed since the backup was made.
    await migrate(into.url);
    return manifest;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** The tables are to be as they were when the backup was made; they grow afterwards. */
async function makeReady({ sql, url }: Into, { migrations }: Manifest): Promise<void> {
  const applied = await appliedMigrations(sql);
  if (applied.length === 0) return migrate(url, { steps: migrations.length });
  const full = await fullTable(sql);
  if (full) throw new NotEmpty(`There is a shop here already: "${full}" is not empty.`);
  if (!areEqual(applied, migrations)) {
    throw new NotEmpty("The tables here are of another version. Make a new, empty database.");
  }
}

async function fullTable(sql: Sql): Promise<string | undefined> {
  return sql.begin("read only", async (within) => {
    for (const { name } of await tablesOf(within)) {
      const [row] = await within`select from ${within(name)} limit 1`;
      if (row) return name;
    }
    return undefined;
  });
}

async function load(sql: Sql, tables: readonly TableCopy[], stage: string): Promise<void> {
  await sql.begin(async (within) => {
    await within`select set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`;
    // What they would do was done already, and is in the backup.
    for (const { name } of tables) {
      await within`alter table ${within(name)} disable trigger user`;
    }
    for (const table of tables) {
      const rows = await copyIn(within, table, join(stage, tableFile(table.name)));
      if (rows !== table.rows) {
        throw new BadBackup(
          `"${table.name}" has ${rows} rows in it, and should have ${table.rows}`,
        );
      }
    }
    for (const { name } of tables) {
      await within`alter table ${within(name)} enable trigger user`;
    }
    await countOn(within);
  });
  await sql`analyze`;
}

/** Columns that count by themselves go on where they were. */
async function countOn(sql: TransactionSql): Promise<void> {
  const counting = await sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`;
  for (const { table, column } of counting) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      coalesce(max(${sql(column)}), 0) + 1, false) from ${sql(table)}`;
  }
}

async function keepPictures(stage: string, dataDir: string): Promise<void> {
  const from = join(stage, "images");
  const names = await readdir(from).catch(() => []);
  await mkdir(imagesFolder(dataDir), { recursive: true });
  for (const name of names) {
    const target = join(imagesFolder(dataDir), name);
    // What lies there by this name has this content.
    const isThere = await readdir(target).then(
      () => true,
      () => false,
    );
    if (!isThere) await rename(join(from, name), target);
  }
}
