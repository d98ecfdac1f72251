import { sql } from "drizzle-orm";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { cacheCheck } from "./cached-check.ts";

/** Where a consumer has stopped, its oldest event is not deleted either. */
export function addEventMetrics(registry: Registry, db: Database): void {
  const read = cacheCheck(() => readConsumers(db), { maxAgeMs: 1_000, timeoutMs: 2_000 });
  new Gauge({
    name: "shop_event_consumer_lag_seconds",
    help: "Age of the oldest event that a consumer has not handled.",
    labelNames: ["consumer"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { name, lag } of await read().catch(() => []))
        this.set({ consumer: name }, Number(lag ?? 0));
    },
  });
}

function readConsumers(db: Database) {
  return queryRows<{ name: string; lag: string | null }>(
    db,
    sql`
    select name, (select extract(epoch from now() - at) from outbox
      where (outbox.xid, outbox.id) > (event_consumers.xid, event_consumers.event_id)
      order by outbox.xid, outbox.id limit 1) as lag
    from event_consumers`,
  );
}
