// One check at a time over all processes. The lock belongs to the connection and ends with it.
import { sql } from "drizzle-orm";
import type { Connection, Session } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export const lockIds = {
  check: 7_215_004,
  /** Reading the provider's records takes minutes at night; the check each minute goes on. */
  night: 7_215_005,
};
type Lock = keyof typeof lockIds;

type Pool = Pick<Connection, "dedicated">;
type Work<Result> = (db: Session) => Promise<Result>;

export function withCheckLock<Result>(pool: Pool, work: Work<Result>): Promise<Result> {
  return withConnection(pool, async (db) => {
    await db.execute(sql`select pg_advisory_lock(${lockIds.check})`);
    return runAndUnlock(db, "check", work);
  });
}

export function tryWithLock<Result>(
  pool: Pool,
  work: Work<Result>,
  name: Lock = "check",
): Promise<Result | undefined> {
  return withConnection(pool, async (db) => {
    const [lock] = await queryRows<{ acquired: boolean }>(
      db,
      sql`select pg_try_advisory_lock(${lockIds[name]}) as acquired`,
    );
    return lock?.acquired ? runAndUnlock(db, name, work) : undefined;
  });
}

/** On an open connection. No check takes longer than these timeouts. */
export async function withCheckLockOn<Result>(db: Session, work: Work<Result>): Promise<Result> {
  await db.execute(sql`select set_config('lock_timeout', '10min', false),
    set_config('statement_timeout', '10min', false)`);
  await db.execute(sql`select pg_advisory_lock(${lockIds.check})`);
  return runAndUnlock(db, "check", work);
}

async function withConnection<Result>(pool: Pool, work: Work<Result>): Promise<Result> {
  const { db, close } = await pool.dedicated();
  try {
    return await work(db);
  } finally {
    await close();
  }
}

async function runAndUnlock<Result>(db: Session, name: Lock, work: Work<Result>): Promise<Result> {
  try {
    return await work(db);
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${lockIds[name]})`).catch(() => {});
  }
}
