import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";

const keptHours = 24;
const batchSize = 2_000;
const pauseMs = 20;

export const deleteOldEventsJob = (db: Database) =>
  defineSchedule({
    kind: "delete-old-events",
    title: "Delete events of the days before",
    everySeconds: 600,
    run: ({ signal }) => deleteOldEvents(db, signal),
  });

export async function deleteOldEvents(db: Database, signal?: AbortSignal): Promise<number> {
  for (let deleted = 0; ; ) {
    const [batch] = await queryRows<{ count: number }>(
      db,
      sql`
      with old as (
        select id from outbox
        where at < now() - make_interval(hours => ${keptHours})
          and not exists (select from event_consumers c
            where (c.xid, c.event_id) < (outbox.xid, outbox.id))
        order by at limit ${batchSize}
      ), gone as (delete from outbox using old where outbox.id = old.id returning 1)
      select count(*)::int as count from gone`,
    );
    deleted += batch?.count ?? 0;
    if ((batch?.count ?? 0) < batchSize || signal?.aborted) return deleted;
    await sleep(pauseMs);
  }
}
