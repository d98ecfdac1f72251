import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Queries } from "#server/platform/database/connect.ts";
import { migrationsFolder } from "#server/platform/database/migrate.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { Manifest } from "./manifest.ts";

type Migrations = Manifest["migrations"];

export async function readAppliedMigrations(db: Pick<Queries, "execute">): Promise<Migrations> {
  const [found] = await queryRows(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is`,
  );
  if (!found?.is) return [];
  const rows = await queryRows<{ hash: string; at: string }>(
    db,
    sql`
    select hash, created_at as at from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map(({ hash, at }) => ({ hash, at: Number(at) }));
}

export function areKnownMigrations(migrations: Migrations): boolean {
  const known = readMigrationFiles({ migrationsFolder });
  return migrations.every(({ hash, at }, index) => {
    const same = known[index];
    return same?.hash === hash && same.folderMillis === at;
  });
}

export function areSameMigrations(some: Migrations, others: Migrations): boolean {
  const hashes = (migrations: Migrations) => migrations.map(({ hash }) => hash).join();
  return hashes(some) === hashes(others);
}
