import { sql } from "drizzle-orm";
import type { Database } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { coalesce } from "#server/platform/database/replication-position.ts";
import type { ShopEvent } from "./outbox.ts";

/** More at once would hold up requests; whatever is shown is read anew then. */
export const maxAtOnce = 5_000;

export type OutboxFollower = {
  catchUp(): Promise<void>;
  readonly currentAt: number;
  readonly hasFailed: boolean;
};

/**
 * Hands each event that is committed from now on to `handle` once, whatever the order of commits:
 * an event is new if the snapshot of the last read did not show its transaction. Undefined stands
 * for more than `maxAtOnce`.
 */
export async function followOutbox(
  db: Database,
  handle: (events: ShopEvent[] | undefined) => void,
): Promise<OutboxFollower> {
  let snapshot = "";
  let currentAt = 0;
  let hasFailed = false;

  async function readSnapshot(): Promise<void> {
    const startedAt = performance.now();
    const [row] = await queryRows<{ snapshot: string }>(
      db,
      sql`select pg_current_snapshot() as snapshot`,
    );
    snapshot = row?.snapshot ?? snapshot;
    currentAt = startedAt;
  }

  async function readNew(): Promise<ShopEvent[]> {
    const startedAt = performance.now();
    const last = sql`${snapshot}::pg_snapshot`;
    const rows = await queryRows<ShopEvent & { snapshot: string; id: string | null }>(
      db,
      sql`
      select now.snapshot, o.id, o.name, o.about, o.tags, o.data
      from (select pg_current_snapshot() as snapshot) now
      left join (
        select * from outbox
        where xid >= pg_snapshot_xmin(${last}) and not pg_visible_in_snapshot(xid, ${last})
        limit ${maxAtOnce + 1}
      ) o on true order by o.id`,
    );
    snapshot = rows[0]?.snapshot ?? snapshot;
    currentAt = startedAt;
    hasFailed = false;
    return rows.flatMap(({ id, name, about, tags, data }) =>
      id === null ? [] : { id: Number(id), name, about, tags, data },
    );
  }

  await readSnapshot();
  return {
    catchUp: coalesce(async () => {
      try {
        const events = await readNew();
        if (events.length > maxAtOnce) handle(undefined);
        else if (events.length > 0) handle(events);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }),
    get currentAt() {
      return currentAt;
    },
    get hasFailed() {
      return hasFailed;
    },
  };
}
