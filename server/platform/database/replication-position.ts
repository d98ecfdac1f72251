// How far PostgreSQL has come in its log. A replica that has come as far as the primary was shows
// everything that was committed there by then.
import { sql } from "drizzle-orm";
import type { Queries } from "./connect.ts";
import { queryRows } from "./query-rows.ts";

/** `cluster` and `timeline`: the same number in the log of another database says nothing. */
export type Position = { cluster: string; timeline: number; lsn: string };

/**
 * Of the primary, now. What is inserted into the log counts, not only what is on the disk: where an
 * operator has turned `synchronous_commit` off, a change is seen before it gets there.
 */
export async function readPrimaryPosition(primary: Queries): Promise<Position> {
  // Where the log ends on the edge of a page, the next begins behind that page's head (40 bytes at
  // the beginning of a file, 24 elsewhere): nothing is written there yet that anybody could replay.
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
  if (!position) throw new Error("PostgreSQL does not say how far it has come");
  return position;
}

/**
 * `isOurs`: it follows this very primary. One that was left behind when another became the primary
 * may have come further than that one, with changes that were lost; it is ours again when it
 * follows the new one and has made a checkpoint there.
 */
export type ReplicaState = { isOurs: boolean; hasCome: boolean };

/** To be asked where it is read afterwards: behind one address there may be several replicas. */
export async function readReplicaState(
  replica: Queries,
  { cluster, timeline, lsn }: Position,
): Promise<ReplicaState> {
  const [standing] = await queryRows<ReplicaState>(
    replica,
    sql`
    select pg_is_in_recovery() and system_identifier::text = ${cluster}
        and timeline_id = ${timeline}::int as "isOurs",
      coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as "hasCome"
    from pg_control_system(), pg_control_checkpoint()`,
  );
  return standing ?? { isOurs: false, hasCome: false };
}

/**
 * Many who ask at once get one answer. A question that was under way when somebody came does not
 * count for them: they share the next.
 */
export function coalesce<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | undefined;
  let next: Promise<Answer> | undefined;
  const begin = (): Promise<Answer> => {
    next = undefined;
    const asked = ask().finally(() => {
      if (underWay === asked) underWay = undefined;
    });
    underWay = asked;
    return asked;
  };
  return () => {
    if (!underWay) return begin();
    next ??= underWay.then(begin, begin);
    return next;
  };
}
