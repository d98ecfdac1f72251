// A database that another release has migrated.
import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";

const table = sql.raw("drizzle.__drizzle_migrations");

export const addNewerMigration = (db: Queries) =>
  db.execute(
    sql`insert into ${table} (hash, created_at) values ('of a newer version', 9999999999999)`,
  );

/** Those made at that time or later. */
export const forgetMigrations = (db: Queries, since: number) =>
  db.execute(sql`delete from ${table} where created_at >= ${since}`);

/** No release before the one with this migration may run beside. */
export const requireMigration = (db: Queries, migration: string) =>
  db.execute(sql`update drizzle.oldest_release set migration = ${migration}`);
