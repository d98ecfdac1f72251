// What is the same whichever process says it, because the database says it.
import { sql } from "drizzle-orm";
import type { Database, Queries } from "#server/database/connect.ts";
import { queryRows } from "#server/database/query-rows.ts";
import { glance } from "#server/glance.ts";
import type { Metric } from "./metric.ts";
import { gauge } from "./own-metrics.ts";

/** In milliseconds. Counting a million orders takes a while, so it is done once a minute. */
const now = { goodFor: 1_000, within: 2_000 };
const byAndBy = { goodFor: 60_000, within: 5_000 };

export function openSharedMetrics(db: Database): () => Promise<Metric[]> {
  const lookNow = glance(() => whatWaits(db), now);
  const lookByAndBy = glance(() => whatThereIs(db), byAndBy);
  return async () => {
    const found = await Promise.allSettled([lookNow(), lookByAndBy()]);
    const isUp = found[0].status === "fulfilled";
    return [
      gauge("shop_database_up", "Whether the database answers in time.", isUp ? 1 : 0),
      ...found.flatMap((each) => (each.status === "fulfilled" ? each.value : [])),
    ];
  };
}

type Counted = { what: string; state: string; count: string; age: string | null };

async function whatWaits(db: Queries): Promise<Metric[]> {
  const rows = await queryRows<Counted>(
    db,
    sql`
    select 'connections' as what, coalesce(state, 'other') as state, count(*), null as age
      from pg_stat_activity
      where datname = current_database() and application_name like 'shop%' group by state
    union all select 'letters', '', count(*), extract(epoch from now() - min(created_at))
      from letters
    union all select 'refunds', '', count(*), extract(epoch from now() - min(created_at))
      from refunds where state = 'wanted'
    union all (select 'ledger', '', jsonb_array_length(differences),
      extract(epoch from now() - created_at) from ledger_checks order by created_at desc limit 1)`,
  );
  const letters = rows.find(({ what }) => what === "letters");
  const refunds = rows.find(({ what }) => what === "refunds");
  const ledger = rows.find(({ what }) => what === "ledger");
  return [
    {
      name: "shop_database_connections",
      help: "Connections of all processes of the shop, as PostgreSQL has them.",
      type: "gauge",
      samples: rows
        .filter(({ what }) => what === "connections")
        .map(({ state, count }) => ({ labels: { state }, value: Number(count) })),
    },
    gauge("shop_letters_waiting", "Letters that are to be sent.", Number(letters?.count)),
    gauge("shop_letters_oldest_seconds", "For how long the oldest waits.", Number(letters?.age)),
    gauge("shop_refunds_waiting", "Refunds that are to be made.", Number(refunds?.count)),
    gauge("shop_refunds_oldest_seconds", "For how long the oldest waits.", Number(refunds?.age)),
    ...(ledger
      ? [
          gauge("shop_ledger_differences", "What does not balance.", Number(ledger.count)),
          gauge("shop_ledger_check_age_seconds", "Since the newest check.", Number(ledger.age)),
        ]
      : []),
  ];
}

async function whatThereIs(db: Queries): Promise<Metric[]> {
  const rows = await queryRows<Counted>(
    db,
    sql`
    select 'orders' as what, state, count(*) from orders group by state
    union all select 'payments', state, count(*) from payments group by state`,
  );
  const by = (name: string, help: string, wanted: string): Metric => ({
    name,
    help,
    type: "gauge",
    samples: rows
      .filter(({ what }) => what === wanted)
      .map(({ state, count }) => ({ labels: { state }, value: Number(count) })),
  });
  return [
    by("shop_orders", "Orders by state, counted once a minute.", "orders"),
    by("shop_payments", "Payments by state, counted once a minute.", "payments"),
  ];
}
