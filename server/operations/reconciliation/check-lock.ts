// One check at a time, of all processes. The connection that checks holds the lock, and loses it if
// it dies.
import { sql } from "drizzle-orm";
import type { Connection, Session } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export const lockIds = {
  check: 7_215_004,
  /** The card provider's book takes minutes at night; each minute's check goes on meanwhile. */
  night: 7_215_005,
};
type Lock = keyof typeof lockIds;

type Pool = Pick<Connection, "dedicated">;
type Work<Result> = (db: Session) => Promise<Result>;

/** Waits for its turn as long as the database lets anybody wait for a lock. */
export function withCheckLock<Result>(pool: Pool, work: Work<Result>): Promise<Result> {
  return onOneConnection(pool, async (db) => {
    await db.execute(sql`select pg_advisory_lock(${lockIds.check})`);
    return andUnlock(db, "check", work);
  });
}

/** Not at all where somebody else is at it. */
export function tryWithLock<Result>(
  pool: Pool,
  work: Work<Result>,
  name: Lock = "check",
): Promise<Result | undefined> {
  return onOneConnection(pool, async (db) => {
    const [lock] = await queryRows<{ taken: boolean }>(
      db,
      sql`select pg_try_advisory_lock(${lockIds[name]}) as taken`,
    );
    return lock?.taken ? andUnlock(db, name, work) : undefined;
  });
}

/** On a connection that one has already; no check under way takes longer than that. */
export async function withCheckLockOn<Result>(db: Session, work: Work<Result>): Promise<Result> {
  await db.execute(sql`select set_config('lock_timeout', '10min', false),
    set_config('statement_timeout', '10min', false)`);
  await db.execute(sql`select pg_advisory_lock(${lockIds.check})`);
  return andUnlock(db, "check", work);
}

async function onOneConnection<Result>(pool: Pool, work: Work<Result>): Promise<Result> {
  const { db, close } = await pool.dedicated();
  try {
    return await work(db);
  } finally {
    await close();
  }
}

async function andUnlock<Result>(db: Session, name: Lock, work: Work<Result>): Promise<Result> {
  try {
    return await work(db);
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${lockIds[name]})`).catch(() => {});
  }
}
