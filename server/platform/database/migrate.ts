import { readFileSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { migrate as run } from "drizzle-orm/node-postgres/migrator";
import { dedicatedConnection, type Session } from "./connect.ts";
import { queryRows } from "./query-rows.ts";
import { requireRelease } from "./require-release.ts";
import { retryOnConflict } from "./transaction.ts";

export const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

const journal = "meta/_journal.json";

function readMigrations(): { tag: string; when: number }[] {
  return JSON.parse(readFileSync(join(migrationsFolder, journal), "utf8")).entries;
}

export const newestMigration = () => Math.max(...readMigrations().map(({ when }) => when));

export const migrationLock = 7_215_001;

/** Safe for concurrent starts. `steps` limits how many migrations are applied (restoring a backup). */
export async function migrate(url: string, { steps }: { steps?: number } = {}): Promise<void> {
  const { db, close } = await dedicatedConnection(url, { unlimited: true });
  try {
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`);
    await requireRelease(
      db,
      readMigrations().map(({ tag }) => tag),
    );
    if (steps === undefined) {
      // Transactions of the previous release may lock the tables in another order.
      await retryOnConflict(() => run(db, { migrationsFolder }));
      await runBackfills(db);
    } else {
      await withFirst(steps, (folder) => run(db, { migrationsFolder: folder }));
    }
  } finally {
    await close();
  }
}

/** Each step is a transaction, so the previous release serves meanwhile and a restart resumes. */
async function runBackfills(db: Session): Promise<void> {
  const open = await queryRows<{ name: string }>(
    db,
    sql`select name from drizzle.backfills where finished_at is null order by name`,
  );
  for (const { name } of open) {
    const step = () => queryRows<{ more: boolean }>(db, sql.raw(`select ${name}() as more`));
    while ((await retryOnConflict(step))[0]?.more);
  }
}

async function withFirst(steps: number, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "migrations-"));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const file = join(folder, journal);
    const { entries, ...rest } = JSON.parse(await readFile(file, "utf8"));
    await writeFile(file, JSON.stringify({ ...rest, entries: entries.slice(0, steps) }));
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
