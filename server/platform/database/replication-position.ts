import { sql } from "drizzle-orm";
import type { Queries } from "./connect.ts";
import { queryRows } from "./query-rows.ts";

/** An LSN is only comparable within one cluster and timeline. */
export type Position = { cluster: string; timeline: number; lsn: string };

/**
 * The primary's insert position: with `synchronous_commit` off, changes are visible before they are
 * flushed.
 */
export async function readPrimaryPosition(primary: Queries): Promise<Position> {
  // At a page boundary the position lies behind the next page's header (40 bytes at the start of a
  // segment, else 24), which is not written yet and so cannot be replayed.
  const [position] = await queryRows<Position>(
    primary,
    sql`
    select (lsn - case when in_file = 40 then 40
        when in_file > 40 and mod(in_file, page) = 24 then 24 else 0 end)::text as lsn,
      ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline, cluster
    from (select pg_current_wal_insert_lsn() as lsn, system_identifier::text as cluster,
        current_setting('wal_block_size')::int as page,
        pg_size_bytes(current_setting('wal_segment_size')) as file
      from pg_control_system()) as now,
      lateral (select mod(lsn - '0/0'::pg_lsn, file) as in_file) as place`,
  );
  if (!position) throw new Error("PostgreSQL did not report its WAL position");
  return position;
}

/** `followsPrimary` is false for a replica left on an old timeline after a failover. */
export type ReplicaState = { followsPrimary: boolean; caughtUp: boolean };

/** Query it on the connection that reads afterwards: one address may lead to several replicas. */
export async function readReplicaState(
  replica: Queries,
  { cluster, timeline, lsn }: Position,
): Promise<ReplicaState> {
  const [state] = await queryRows<ReplicaState>(
    replica,
    sql`
    select pg_is_in_recovery() and system_identifier::text = ${cluster}
        and timeline_id = ${timeline}::int as "followsPrimary",
      coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as "caughtUp"
    from pg_control_system(), pg_control_checkpoint()`,
  );
  return state ?? { followsPrimary: false, caughtUp: false };
}

/** Concurrent callers share one run; callers during a run share the next, so no result is stale. */
export function coalesce<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    next = undefined;
    const started = run().finally(() => {
      if (running === started) running = undefined;
    });
    running = started;
    return started;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}
