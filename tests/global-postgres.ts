// One PostgreSQL for the whole run; each shop has its own database.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { TestProject } from "vitest/node";
import { connect } from "#server/platform/database/connect.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { startTcpPostgres } from "./tcp-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    /** Path of its log; each line begins with the SQLSTATE and the database. */
    postgresLog: string;
  }
}

export default async function onePostgres(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-tests-"));
  // Nothing outlives the run, so it need not reach the disk; the tests that start the
  // whole program (tests/start.test.ts) run on the settings that people get.
  const quick = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  // With hundreds of databases it would never rest, and it keeps tables from being emptied.
  const still = { autovacuum: "off" };
  const many = { max_connections: "400", log_line_prefix: "%e %d " };
  // Cheap authentication for thousands of connections.
  const settings = { ...quick, ...still, ...many, scram_iterations: "1" };
  const { url, stop } = await startTcpPostgres({ dataDir, settings });
  const { db, close } = connect(url, { most: 1 });
  await db.execute(sql.raw(`alter role current_user password '${new URL(url).password}'`));
  // Migrated once; each test's database is a copy of this one.
  await db.execute(sql`create database template_shop`);
  await close();
  await allowWithoutTriggers(url);
  const template = new URL(url);
  template.pathname = "/template_shop";
  await migrate(template.href);
  project.provide("postgresUrl", url);
  project.provide("postgresLog", join(dataDir, "postgres.log"));
  return async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Emptying tables (tests/builders/table.ts) is no change that triggers follow. */
async function allowWithoutTriggers(url: string): Promise<void> {
  const superuser = new URL(url);
  superuser.username = "postgres";
  const { db, close } = connect(superuser.href, { most: 1 });
  await db.execute(sql`grant set on parameter session_replication_role to shop`);
  await close();
}
