import { type SQL, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Health } from "#contract/reconciliation.ts";
import type { Context } from "#server/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { hasMetricsToken } from "#server/platform/telemetry/metrics/has-metrics-token.ts";
import { cacheCheck } from "./cached-check.ts";
import { canStore } from "./check-storing.ts";

const cache = { maxAgeMs: 500, timeoutMs: 2_000 };
/** Checks run every minute. */
const uncheckedAfterMs = 5 * 60_000;
/** Short outages of the provider are normal. */
const unreadAfterMs = 30 * 60_000;

/** Visitors are told of the database only; who has METRICS_TOKEN also of the ledger. */
export function serveHealth(app: FastifyInstance, { db, env }: Pick<Context, "db" | "env">): void {
  const began = performance.now();
  const look = cacheCheck(
    async () => ({ newest: await newestCheck(db), hasRoom: await canStore(db) }),
    cache,
  );
  app.get("/health", { config: { who: "visitor", forEveryone: true } }, async (request, reply) => {
    const isOperator = hasMetricsToken(request.headers, env.METRICS_TOKEN);
    const health = await look().then(
      ({ newest: [row], hasRoom }) =>
        isOperator
          ? judge(row, { hasRoom, upFor: performance.now() - began })
          : judgeDatabase(hasRoom),
      () => away,
    );
    reply.header("cache-control", "no-store");
    if (health.database !== "ok") reply.status(503).header("retry-after", "1");
    return reply.send(health);
  });
}

const away: Health = {
  status: "degraded",
  because: ["database-away"],
  database: "away",
  ledger: null,
};

const judgeDatabase = (hasRoom: boolean): Health =>
  hasRoom
    ? { status: "ok", because: [], database: "ok", ledger: null }
    : { status: "degraded", because: ["database-full"], database: "full", ledger: null };

type State = { hasRoom: boolean; upFor: number };

function judge(row: Newest | undefined, { hasRoom, upFor }: State): Health {
  const ledger = row ? { at: new Date(row.at).toISOString(), differences: row.differences } : null;
  const isUnchecked = upFor > uncheckedAfterMs && Number(row?.age ?? upFor) > uncheckedAfterMs;
  const { because, database } = judgeDatabase(hasRoom);
  if (ledger?.differences) because.push("ledger-differs");
  if (isUnchecked) because.push("ledger-unchecked");
  if (Number(row?.unread) > unreadAfterMs) because.push("provider-unread");
  return { status: because.length === 0 ? "ok" : "degraded", because, database, ledger };
}

type Newest = {
  at: string;
  differences: number;
  age: string;
  unread: string | null;
};

async function newestCheck(db: Queries) {
  const isUnread = sql`notes @> '[{"kind": "provider-unread"}]'`;
  const since = (time: SQL) => sql`extract(epoch from now() - ${time}) * 1000`;
  return queryRows<Newest>(
    db,
    sql`
    select created_at as at, jsonb_array_length(differences) as differences,
      ${since(sql`created_at`)} as age,
      case when ${isUnread} then (select ${since(sql`min(created_at)`)} from ledger_checks
        where created_at > coalesce((select created_at from ledger_checks where not ${isUnread}
          order by created_at desc limit 1), '-infinity')) end as unread
    from ledger_checks order by created_at desc limit 1`,
  );
}
