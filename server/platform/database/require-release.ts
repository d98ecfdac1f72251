import { sql } from "drizzle-orm";
import type { Queries } from "./connect.ts";
import { queryRows } from "./query-rows.ts";

export class ReleaseTooOld extends Error {}

export async function requireRelease(db: Queries, migrations: readonly string[]): Promise<void> {
  const [found] = await queryRows(
    db,
    sql`select to_regclass('drizzle.oldest_release') is not null as is`,
  );
  if (!found?.is) return;
  const rows = await queryRows<{ migration: string }>(
    db,
    sql`select migration from drizzle.oldest_release`,
  );
  const missing = rows.find(({ migration }) => !migrations.includes(migration));
  if (!missing) return;
  throw new ReleaseTooOld(
    `This release is too old for the database: its newest migration is ${migrations.at(-1)}, but the ` +
      `tables need a release with ${missing.migration}. Start that one, or a newer one.`,
  );
}
