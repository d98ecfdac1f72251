import { sql } from "drizzle-orm";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { scheduleKey } from "#server/platform/jobs/job.ts";
import { cacheCheck } from "./cached-check.ts";

type Row = {
  kind: string;
  waiting: string;
  running: string;
  retrying: string;
  failed: string;
  oldest: string | null;
  oldestDue: string | null;
};
const states = ["waiting", "running", "retrying", "failed"] as const;

export function addJobMetrics(registry: Registry, db: Database): void {
  const read = cacheCheck(() => readJobs(db), { maxAgeMs: 1_000, timeoutMs: 2_000 });
  const registers = [registry];

  new Gauge({
    name: "shop_jobs",
    help: "Jobs by kind and state; failed ones wait for an admin.",
    labelNames: ["kind", "state"],
    registers,
    async collect() {
      this.reset();
      for (const row of await read().catch(() => []))
        for (const state of states) this.set({ kind: row.kind, state }, Number(row[state]));
    },
  });
  gauge("shop_jobs_oldest_seconds", "Age of the oldest that is not done.", "oldest");
  gauge("shop_jobs_oldest_due_seconds", "How long the oldest due one has waited.", "oldestDue");

  function gauge(name: string, help: string, value: "oldest" | "oldestDue"): void {
    new Gauge({
      name,
      help,
      labelNames: ["kind"],
      registers,
      async collect() {
        this.reset();
        for (const row of await read().catch(() => []))
          if (row[value] !== null) this.set({ kind: row.kind }, Number(row[value]));
      },
    });
  }
}

function readJobs(db: Database): Promise<Row[]> {
  return queryRows<Row>(
    db,
    sql`
    select kind,
      count(*) filter (where failed_at is null and lease is null and last_error is null) as waiting,
      count(*) filter (where lease is not null) as running,
      count(*) filter (where failed_at is null and lease is null and last_error is not null) as retrying,
      count(*) filter (where failed_at is not null) as failed,
      extract(epoch from now() - min(created_at)
        filter (where failed_at is null and key is distinct from ${scheduleKey})) as oldest,
      extract(epoch from now() - min(run_at) filter (where failed_at is null and run_at <= now()))
        as "oldestDue"
    from jobs group by kind`,
  );
}
