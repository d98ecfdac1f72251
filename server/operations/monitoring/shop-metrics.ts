import { sql } from "drizzle-orm";
import { Gauge, Registry } from "prom-client";
import type { Database } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { cacheCheck } from "./cached-check.ts";
import { addEventMetrics } from "./event-metrics.ts";
import { addJobMetrics } from "./job-metrics.ts";

export const eachSecond = { maxAgeMs: 1_000, timeoutMs: 2_000 };
/** Counting a million orders takes a while. */
export const eachMinute = { maxAgeMs: 60_000, timeoutMs: 5_000 };

type Row = { what: string; state: string; count: string; age: string | null };
type Value = "count" | "age";

export function createShopMetrics(db: Database): Registry {
  const registry = new Registry();
  const registers = [registry];
  const waiting = cacheCheck(() => readWaiting(db), eachSecond);
  const states = cacheCheck(() => readStates(db), eachMinute);

  new Gauge({
    name: "shop_database_up",
    help: "Whether the database answers in time.",
    registers,
    async collect() {
      this.set(
        await waiting().then(
          () => 1,
          () => 0,
        ),
      );
    },
  });

  function gauge(name: string, help: string, what: string, value: Value): void {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const row = (await waiting().catch(() => [])).find((each) => each.what === what);
        if (row) this.set(Number(row[value]));
        else this.remove();
      },
    });
  }

  function gaugeByState(
    name: string,
    help: string,
    what: string,
    read: () => Promise<Row[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: ["state"],
      registers,
      async collect() {
        const rows = (await read().catch(() => [])).filter((each) => each.what === what);
        this.reset();
        for (const { state, count } of rows) this.set({ state }, Number(count));
      },
    });
  }

  const connections = "Connections of all processes of the shop, as PostgreSQL has them.";
  gaugeByState("shop_database_connections", connections, "connections", waiting);
  gauge("shop_refunds_waiting", "Refunds to be made.", "refunds", "count");
  gauge("shop_refunds_oldest_seconds", "Age of the oldest of them.", "refunds", "age");
  gauge("shop_ledger_differences", "What does not balance.", "ledger", "count");
  gauge("shop_ledger_check_age_seconds", "Since the newest check.", "ledger", "age");
  gaugeByState("shop_orders", "Orders by state, counted once a minute.", "orders", states);
  gaugeByState("shop_payments", "Payments by state, counted once a minute.", "payments", states);
  addJobMetrics(registry, db);
  addEventMetrics(registry, db);
  return registry;
}

async function readWaiting(db: Database): Promise<Row[]> {
  const query = sql`
    select 'connections' as what, coalesce(state, 'other') as state, count(*), null as age
      from pg_stat_activity
      where datname = current_database() and application_name like 'shop%' group by state
    union all select 'refunds', '', count(*), extract(epoch from now() - min(created_at))
      from refunds where status in ('wanted', 'asked')
    union all (select 'ledger', '', jsonb_array_length(differences),
      extract(epoch from now() - created_at) from ledger_checks order by created_at desc limit 1)`;
  return queryRows<Row>(db, query);
}

async function readStates(db: Database): Promise<Row[]> {
  const query = sql`
    select 'orders' as what, state, count(*) from orders group by state
    union all select 'payments', state, count(*) from payments group by state`;
  return queryRows<Row>(db, query);
}
