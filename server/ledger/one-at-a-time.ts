// One check at a time, of all processes. The connection that checks holds the lock, and loses it if
// it dies.
import { alone, type Sql } from "#server/database/connect.ts";

export const locks = {
  check: 7_215_004,
  /** The card provider's book takes minutes at night; each minute's check goes on meanwhile. */
  night: 7_215_005,
};
type Lock = keyof typeof locks;

type Work<Result> = (sql: Sql) => Promise<Result>;

/** Waits for its turn as long as the database lets anybody wait for a lock. */
export function inTurn<Result>(pool: Sql, work: Work<Result>): Promise<Result> {
  return onOneConnection(pool, async (sql) => {
    await sql`select pg_advisory_lock(${locks.check})`;
    return andUnlock(sql, "check", work);
  });
}

/** Not at all where somebody else is at it. */
export function unlessTaken<Result>(
  pool: Sql,
  work: Work<Result>,
  name: Lock = "check",
): Promise<Result | undefined> {
  return onOneConnection(pool, async (sql) => {
    const [lock] = await sql`select pg_try_advisory_lock(${locks[name]}) as taken`;
    return lock?.taken ? andUnlock(sql, name, work) : undefined;
  });
}

/** On a connection that one has already; no check under way takes longer than that. */
export async function inTurnOn<Result>(sql: Sql, work: Work<Result>): Promise<Result> {
  await sql`select set_config('lock_timeout', '10min', false),
    set_config('statement_timeout', '10min', false)`;
  await sql`select pg_advisory_lock(${locks.check})`;
  return andUnlock(sql, "check", work);
}

async function onOneConnection<Result>(pool: Sql, work: Work<Result>): Promise<Result> {
  const sql = alone(pool);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function andUnlock<Result>(sql: Sql, name: Lock, work: Work<Result>): Promise<Result> {
  try {
    return await work(sql);
  } finally {
    await sql`select pg_advisory_unlock(${locks[name]})`.catch(() => {});
  }
}
