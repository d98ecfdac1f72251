import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { imagesFolder } from "#server/modules/media/image-store.ts";
import type { Connection, Database, Queries } from "#server/platform/database/connect.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { renumberOutbox } from "#server/platform/events/outbox.ts";
import { importTable, listTables } from "./copy-table.ts";
import { type Manifest, type TableCopy, tableFile } from "./manifest.ts";
import { areKnownMigrations, areSameMigrations, readAppliedMigrations } from "./migrations.ts";
import { InvalidBackup, openBackup } from "./open-backup.ts";

export class DatabaseNotEmpty extends Error {}

type Into = Pick<Connection, "db" | "dedicated"> & { url: string; dataDir: string };

export async function restoreBackup(into: Into, file: string): Promise<Manifest> {
  const stage = await mkdtemp(join(into.dataDir, ".restore-"));
  try {
    const manifest = await openBackup(file, stage);
    if (!areKnownMigrations(manifest.migrations)) {
      throw new InvalidBackup(`${file} was made by another or a newer version of the shop`);
    }
    await prepareTables(into, manifest);
    // Pictures first: unused ones do no harm.
    await restorePictures(stage, into.dataDir);
    await load(into, manifest.tables, stage);
    await migrate(into.url);
    return manifest;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function prepareTables({ db, url }: Into, { migrations }: Manifest): Promise<void> {
  const applied = await readAppliedMigrations(db);
  if (applied.length === 0) return migrate(url, { steps: migrations.length });
  const full = await fullTable(db);
  if (full) throw new DatabaseNotEmpty(`There is a shop here already: "${full}" is not empty.`);
  if (!areSameMigrations(applied, migrations)) {
    throw new DatabaseNotEmpty(
      "The tables here are of another version. Make a new, empty database.",
    );
  }
}

async function fullTable(db: Database): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    for (const { name } of await listTables(tx)) {
      const [row] = await queryRows(tx, sql`select from ${sql.identifier(name)} limit 1`);
      if (row) return name;
    }
    return undefined;
  });
}

async function load(
  { dedicated }: Into,
  tables: readonly TableCopy[],
  stage: string,
): Promise<void> {
  const { db, client, close } = await dedicated();
  const loading = db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`);
    // The backup already holds what the triggers did.
    for (const { name } of tables) {
      await tx.execute(sql`alter table ${sql.identifier(name)} disable trigger user`);
    }
    for (const table of tables) {
      const rows = await importTable(client, table, join(stage, tableFile(table.name)));
      if (rows !== table.rows) {
        throw new InvalidBackup(
          `"${table.name}" has ${rows} rows in it, and should have ${table.rows}`,
        );
      }
    }
    for (const { name } of tables) {
      await tx.execute(sql`alter table ${sql.identifier(name)} enable trigger user`);
    }
    await resetSequences(tx);
    // Backups of older versions have none.
    if (tables.some(({ name }) => name === "outbox")) await renumberOutbox(tx);
  });
  await loading.then(() => db.execute(sql`analyze`)).finally(close);
}

async function resetSequences(db: Pick<Queries, "execute">): Promise<void> {
  const columns = await queryRows<{ table: string; column: string }>(
    db,
    sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and (is_identity = 'YES' or column_default like 'nextval(%')`,
  );
  for (const { table, column } of columns) {
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      coalesce(max(${sql.identifier(column)}), 0) + 1, false) from ${sql.identifier(table)}`);
  }
}

async function restorePictures(stage: string, dataDir: string): Promise<void> {
  const from = join(stage, "images");
  const names = await readdir(from).catch(() => []);
  await mkdir(imagesFolder(dataDir), { recursive: true });
  for (const name of names) {
    const target = join(imagesFolder(dataDir), name);
    // Names are content hashes, so an existing folder is the same picture.
    const isThere = await readdir(target).then(
      () => true,
      () => false,
    );
    if (!isThere) await rename(join(from, name), target);
  }
}
