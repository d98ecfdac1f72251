// Statements that wait for one another.
import { sql } from "drizzle-orm";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { migrationLock } from "#server/platform/database/migrate.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";

/** Nobody reads or writes these tables until the work has ended. */
export const whileLocked = <Result>(
  db: Database,
  tables: string,
  work: (tx: Queries) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql.raw(`lock table ${tables}`));
    return work(tx);
  });

/** Statements of this database that wait for a lock, all or those that match. */
export async function countBlocked(db: Queries, statement = ""): Promise<number> {
  const blocked = await queryRows(
    db,
    sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query ~ ${statement}`,
  );
  return blocked.length;
}

/** Other connections to this database whose present or last statement matches. */
export async function countStatements(db: Queries, statement: string): Promise<number> {
  const found = await queryRows(
    db,
    sql`select from pg_stat_activity where datname = current_database()
      and query ~ ${statement} and pid <> pg_backend_pid()`,
  );
  return found.length;
}

/** No process migrates the database until the returned function is called. */
export async function holdMigrations(session: Queries): Promise<() => Promise<void>> {
  await session.execute(sql`select pg_advisory_lock(${migrationLock})`);
  return async () => void (await session.execute(sql`select pg_advisory_unlock(${migrationLock})`));
}
