// Readiness covers only this process: taking all of them away for a shared problem would help nobody.
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Readiness } from "#contract/health.ts";
import type { Context } from "#server/context.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { newestMigration } from "#server/platform/database/migrate.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { cacheCheck } from "./cached-check.ts";
import { createClockCheck } from "./check-clock.ts";
import { canStore } from "./check-storing.ts";

const cache = { maxAgeMs: 1_000, timeoutMs: 2_000 };

export function serveReadiness(
  app: FastifyInstance,
  { db, leaving }: Pick<Context, "db" | "leaving">,
): void {
  const config = { who: "visitor", forEveryone: true } as const;
  const wanted = newestMigration();
  const checkClock = createClockCheck();
  const look = cacheCheck(() => lookAt(db, checkClock), cache);

  app.get("/health/live", { config }, (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "live" }),
  );
  app.get("/health/ready", { config }, async (_request, reply) => {
    const found = await look().catch(() => undefined);
    const readiness = judge(found, { wanted, isStopping: leaving.aborted });
    reply.header("cache-control", "no-store");
    if (readiness.status === "not-ready") reply.status(503).header("retry-after", "1");
    return reply.send(readiness);
  });
}

type Found = { migrated: number; hasRoom: boolean };

type ClockCheck = ReturnType<typeof createClockCheck>;

async function lookAt(db: Database, checkClock: ClockCheck): Promise<Found> {
  const askedAt = Date.now();
  const [row] = await queryRows<{ migrated: string; now: string }>(
    db,
    sql`select coalesce(max(created_at), 0) as migrated,
      extract(epoch from clock_timestamp()) * 1000 as now from drizzle.__drizzle_migrations`,
  );
  checkClock({ askedAt, database: Number(row?.now), answeredAt: Date.now() });
  return { migrated: Number(row?.migrated), hasRoom: await canStore(db) };
}

type Known = { wanted: number; isStopping: boolean };

function judge(found: Found | undefined, { wanted, isStopping }: Known): Readiness {
  const because: string[] = [];
  if (isStopping) because.push("This process is stopping; another takes over.");
  if (!found) because.push("The database does not answer.");
  else if (found.migrated < wanted) {
    because.push(
      "The tables are older than this version of the shop: its migrations were not run.",
    );
  } else if (!found.hasRoom) because.push("The database has no room left on its disk.");
  return { status: because.length > 0 ? "not-ready" : "ready", because };
}
