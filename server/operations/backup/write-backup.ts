import { mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { sql } from "drizzle-orm";
import * as tar from "tar";
import { imagesFolder, isImageFolderName } from "#server/modules/media/image-store.ts";
import type { Connection, DedicatedConnection } from "#server/platform/database/connect.ts";
import { exportTable, listTables } from "./copy-table.ts";
import {
  createManifest,
  type Manifest,
  manifestFile,
  type TableCopy,
  tableFile,
} from "./manifest.ts";
import { readAppliedMigrations } from "./migrations.ts";

type From = Pick<Connection, "dedicated"> & {
  dataDir: string;
  picturesAt?: string | undefined;
};

export async function writeBackup(
  { dedicated, dataDir, picturesAt }: From,
  file: string,
): Promise<Manifest> {
  const target = resolve(file);
  const stage = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    await mkdir(join(stage, "tables"));
    const connection = await dedicated();
    const tables = await copyTables(connection, stage).finally(connection.close);
    // Pictures are written before the rows that use them, so none is missing.
    const pictures = await picturesIn(dataDir);
    const bucket = picturesAt === undefined ? {} : { picturesAt };
    const manifest = createManifest({ ...tables, pictures: pictures.length, ...bucket });
    await writeFile(join(stage, manifestFile), JSON.stringify(manifest, null, 2));
    const packed = join(stage, "packed.tar");
    await tar.create({ file: packed, cwd: stage, mode: 0o600 }, [manifestFile, "tables"]);
    if (pictures.length > 0) {
      const names = pictures.map((name) => join(basename(imagesFolder(dataDir)), name));
      await tar.replace({ file: packed, cwd: dataDir }, names);
    }
    await flush(packed);
    await rename(packed, target);
    await flush(dirname(target));
    return manifest;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function copyTables(connection: DedicatedConnection, stage: string) {
  const snapshot = { isolationLevel: "repeatable read", accessMode: "read only" } as const;
  return connection.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`);
    const migrations = await readAppliedMigrations(tx);
    const tables: TableCopy[] = [];
    for (const table of await listTables(tx)) {
      const rows = await exportTable(connection.client, table, join(stage, tableFile(table.name)));
      tables.push({ ...table, rows });
    }
    return { migrations, tables };
  }, snapshot);
}

async function picturesIn(dataDir: string): Promise<string[]> {
  const names = await readdir(imagesFolder(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter(isImageFolderName);
}

async function flush(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
