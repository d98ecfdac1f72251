import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { coalesce } from "#server/platform/database/replication-position.ts";
import type { ShopEvent } from "./outbox.ts";

type Row = ShopEvent & { id: string; mayReturn: boolean };

export type OutboxFollower = {
  catchUp(): Promise<void>;
  readonly currentAt: number;
  readonly hasFailed: boolean;
};

/**
 * Hands each event that is committed from now on to `handle` once, whatever the order of commits:
 * ids of transactions that were still open at the last read are looked for again.
 */
export async function followOutbox(
  db: Database,
  handle: (events: ShopEvent[]) => void,
): Promise<OutboxFollower> {
  let xmin = "";
  let seen = new Set<string>();
  let currentAt = 0;
  let hasFailed = false;

  async function read(since: SQL): Promise<ShopEvent[]> {
    const startedAt = performance.now();
    const rows = await queryRows<Row & { xmin: string }>(
      db,
      sql`
      select s.xmin, o.id, o.name, o.about, o.tags, o.data, o.xid >= s.xmin as "mayReturn"
      from (select pg_snapshot_xmin(pg_current_snapshot()) as xmin) s
      left join outbox o on o.xid >= ${since} order by o.id`,
    );
    const events = rows.filter(({ id }) => id !== null);
    const unseen = events.filter(({ id }) => !seen.has(id));
    seen = new Set(events.filter(({ mayReturn }) => mayReturn).map(({ id }) => id));
    xmin = rows[0]?.xmin ?? xmin;
    currentAt = startedAt;
    hasFailed = false;
    return unseen.map(toEvent);
  }

  await read(sql`s.xmin`);
  return {
    catchUp: coalesce(async () => {
      try {
        const events = await read(sql`${xmin}::xid8`);
        if (events.length > 0) handle(events);
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

const toEvent = ({ id, name, about, tags, data }: Row): ShopEvent => ({
  ...{ id: Number(id), name, about },
  ...{ tags, data },
});
