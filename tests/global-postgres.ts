// One PostgreSQL for the whole run; each shop has its own database.
import { mkdtemp, readdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { TestProject } from "vitest/node";
import { connect } from "#server/platform/database/connect.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { addCompany } from "./builders/settings.ts";
import { startTcpPostgres } from "./tcp-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    /** Path of its log; each line begins with the SQLSTATE and the database. */
    postgresLog: string;
  }
}

const gigabyte = 2 ** 30;
const prefix = "shop-tests-";
/** Longer than any run takes. */
const leftOverAfterMs = 3 * 3_600_000;

export default async function onePostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = await chooseFolder();
  await removeLeftOvers(folder);
  const dataDir = await mkdtemp(join(folder, prefix));
  // Nothing outlives the run, so it need not reach the disk; the tests that start the
  // whole program (tests/start.test.ts) run on the settings that people get.
  const quick = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  // With hundreds of databases it would never rest, and it keeps tables from being emptied.
  const still = { autovacuum: "off" };
  const many = { max_connections: "400", log_line_prefix: "%e %d " };
  const { url, stop } = await startTcpPostgres({
    dataDir,
    // Cheap authentication for thousands of connections.
    settings: { ...quick, ...still, ...many, scram_iterations: "1" },
  });
  // One round trip instead of three, and no HMACs.
  const cheap = "local all all password\nhost all all 127.0.0.1/32 password\n";
  await writeFile(join(dataDir, "postgres/pg_hba.conf"), cheap);
  await prepareRoles(url);
  const { db, close } = connect(url, { most: 1 });
  // Migrated once; each test's database is a copy of one of these.
  await db.execute(sql`create database template_empty`);
  await migrate(urlOf(url, "template_empty"));
  await db.execute(sql`create database template_shop template template_empty`);
  await close();
  const shop = connect(urlOf(url, "template_shop"), { most: 1 });
  await addCompany(shop.db);
  await shop.close();
  project.provide("postgresUrl", url);
  project.provide("postgresLog", join(dataDir, "postgres.log"));
  return async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** A database is a thousand files: in memory, creating them takes a third of the processor time. */
async function chooseFolder(): Promise<string> {
  const memory = "/dev/shm";
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  const hasRoom = bavail * bsize > 3 * gigabyte && process.availableMemory() > 6 * gigabyte;
  return hasRoom ? memory : tmpdir();
}

/** Of runs that were killed. Those of another user stay. */
async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs < leftOverAfterMs) continue;
    await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

async function prepareRoles(url: string): Promise<void> {
  const { username, password } = new URL(url);
  const superuser = new URL(url);
  superuser.username = "postgres";
  const { db, close } = connect(superuser.href, { most: 1 });
  await db.execute(sql`select pg_reload_conf()`);
  await db.execute(sql.raw(`alter role ${username} password '${password}'`));
  // Emptying tables (tests/builders/table.ts) is no change that triggers follow.
  await db.execute(sql`grant set on parameter session_replication_role to shop`);
  await close();
}
