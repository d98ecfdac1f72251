// GET /health: whether the shop can do its work, in a word, for programs that watch over it. It
// says nothing that a visitor may not know.
import type { FastifyInstance } from "fastify";
import type { Health } from "#contract/ledger.ts";
import type { Sql } from "./database/connect.ts";
import type { Shop } from "./shop.ts";

/** A database that takes longer is away for whoever buys something. */
const within = 2_000;
/** Everybody who asks in the same moment gets the same answer: asking is free, looking is not. */
const goodFor = 500;
/** A check comes each minute; without one for so long, nobody looks any more. */
const uncheckedAfter = 5 * 60_000;
/** The provider is away now and then; for so long, somebody must look into it. */
const unreadAfter = 30 * 60_000;

export function serveHealth(app: FastifyInstance, { sql }: Pick<Shop, "sql">): void {
  const began = performance.now();
  let latest: { at: number; health: Promise<Health> } | undefined;
  app.get("/health", { config: { who: "visitor", forEveryone: true } }, async (_request, reply) => {
    if (!latest || performance.now() - latest.at > goodFor) {
      latest = { at: performance.now(), health: look(sql, performance.now() - began) };
    }
    const health = await latest.health;
    return reply
      .status(health.database === "ok" ? 200 : 503)
      .header("cache-control", "no-store")
      .send(health);
  });
}

async function look(sql: Sql, upFor: number): Promise<Health> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The database does not answer")), within);
  });
  try {
    const [row] = await Promise.race([newestCheck(sql), late]);
    const ledger = row
      ? { at: new Date(row.at).toISOString(), differences: row.differences }
      : null;
    const isUnchecked = upFor > uncheckedAfter && Number(row?.age ?? upFor) > uncheckedAfter;
    const because: Health["because"] = [];
    if (ledger?.differences) because.push("ledger-differs");
    if (isUnchecked) because.push("ledger-unchecked");
    if (Number(row?.unread) > unreadAfter) because.push("provider-unread");
    const status = because.length === 0 ? "ok" : "degraded";
    return { status, because, database: "ok", ledger };
  } catch {
    return { status: "degraded", because: ["database-away"], database: "away", ledger: null };
  } finally {
    clearTimeout(timer);
  }
}

type Newest = {
  at: string;
  differences: number;
  /** In milliseconds, by the database's clock. */
  age: string;
  /** For how long the provider's book could not be read; none where it could. */
  unread: string | null;
};

function newestCheck(sql: Sql) {
  const isUnread = sql`notes @> '[{"kind": "provider-unread"}]'`;
  const since = (time: ReturnType<Sql>) => sql`extract(epoch from now() - ${time}) * 1000`;
  return sql<Newest[]>`
    select created_at as at, jsonb_array_length(differences) as differences,
      ${since(sql`created_at`)} as age,
      case when ${isUnread} then (select ${since(sql`min(created_at)`)} from ledger_checks
        where created_at > coalesce((select created_at from ledger_checks where not ${isUnread}
          order by created_at desc limit 1), '-infinity')) end as unread
    from ledger_checks order by created_at desc limit 1`;
}
