import { Server } from "node:net";
import { setTimeout as sleep, setImmediate as turnOfLoop } from "node:timers/promises";
import { type App, createApp } from "./app.ts";
import type { Context } from "./context.ts";
import { createPasswords } from "./modules/identity/passwords.ts";
import { openProvider } from "./modules/payments/provider.ts";
import { keepSettings } from "./modules/settings/keep-settings.ts";
import { allModules, modules } from "./modules.ts";
import { systemClock } from "./platform/clock.ts";
import type { Env } from "./platform/config/env.ts";
import { createPictureFilter } from "./platform/config/picture-filter.ts";
import { connect, type PoolStats } from "./platform/database/connect.ts";
import { openReplicaReads } from "./platform/database/replica-reads.ts";
import { timeouts } from "./platform/database/timeouts.ts";
import { deleteOldEventsJob } from "./platform/events/delete-old-events.ts";
import { openEvents } from "./platform/events/open-events.ts";
import { ResponseCache } from "./platform/http/response-cache.ts";
import type { JobDefinition, Jobs } from "./platform/jobs/job.ts";
import { type JobRunner, startJobs } from "./platform/jobs/run-jobs.ts";
import { loadAssets, loadBuiltWeb } from "./platform/pages/built-web.ts";
import type { BuiltWeb } from "./platform/pages/serve-pages.ts";
import { withTimeout } from "./platform/processes/with-timeout.ts";
import type { Metrics } from "./platform/telemetry/metrics/open-metrics.ts";
import type { Traces } from "./platform/telemetry/traces/start-traces.ts";

/** Together less than the unit's TimeoutStopSec (deploy/partwright@.service). */
const requestDrainMs = 5_000;
const jobDrainMs = 8_000;
/** Keep-alive connections used within this time are told to close, so no request is cut off. */
const connectionHandoverMs = 1_000;

export type RunningShop = {
  app: App;
  shop: Context;
  leave(): Promise<void>;
  stop(): Promise<void>;
};

export async function runShop(env: Env, databaseUrl: string, web?: BuiltWeb): Promise<RunningShop> {
  const traces = await loadTraces(env);
  // Three connections of each process's share are left: two for events, one for dedicated use.
  const most = Math.min(10, Math.max(2, Math.floor(env.DATABASE_CONNECTIONS / env.WORKERS) - 3));
  const mostForJobs = most > 4 ? 2 : 1;
  const pooler = env.DATABASE_POOLER_URL;
  const forRequests = connect(databaseUrl, {
    most: most - mostForJobs,
    timeoutMs: timeouts.requestQueryMs,
    pooler,
  });
  const forJobs = connect(databaseUrl, {
    most: mostForJobs,
    timeoutMs: timeouts.backgroundQueryMs,
    pooler,
  });
  const reads = openReplicaReads(forRequests, { replicaUrl: env.DATABASE_REPLICA_URL, most });
  const events = openEvents({ url: databaseUrl, pooler });
  let runner: JobRunner | undefined;
  const jobs: Jobs = {
    wake: () => runner?.wake(),
    definitions: () => runner?.definitions() ?? [],
  };
  const stopping = new AbortController();
  const leaving = new AbortController();
  const provider = openProvider(env);
  const shop: Context = {
    ...forRequests,
    stats: () => addStats(forRequests.stats(), forJobs.stats()),
    read: reads.read,
    clock: systemClock,
    env,
    filterPicture: createPictureFilter(env),
    passwords: createPasswords(env.SHOP_NAME),
    metrics: undefined,
    origin: env.ORIGIN ?? "",
    events,
    jobs,
    settings: keepSettings({ db: forRequests.db, env, events }),
    provider,
    leaving: leaving.signal,
    stopping: stopping.signal,
  };

  const cache = new ResponseCache(events, () => shop.origin);
  if (env.METRICS_PORT > 0) shop.metrics = await loadMetrics(shop, cache);
  const app = createApp(shop, cache, web ?? (await loadWeb()));

  async function leave() {
    leaving.abort();
    await sleep(env.STOP_DELAY * 1_000);
    // Not http's own close, which also closes idle connections that are about to be used again.
    Server.prototype.close.call(app.server);
    const allClosed = new Promise((resolve) => app.server.once("close", resolve));
    // Event streams end, and their browsers connect to another process.
    stopping.abort();
    await Promise.race([allClosed, sleep(connectionHandoverMs)]);
  }

  async function stop() {
    leaving.abort();
    stopping.abort();
    const drainTimer = setTimeout(() => app.server.closeAllConnections(), requestDrainMs);
    // A connection with a request that has arrived, but is not read yet, would be closed as idle.
    // Sockets are read between two turns.
    await turnOfLoop();
    await turnOfLoop();
    await app.close();
    clearTimeout(drainTimer);
    if (runner) await withTimeout<unknown>(runner.stop(), jobDrainMs, () => {});
    await traces?.stop();
    await events.close();
    await reads.close();
    await Promise.all([forRequests.close(), forJobs.close()]);
  }

  try {
    await app.listen({ port: env.PORT, host: env.HOST });
  } catch (error) {
    await stop();
    throw error;
  }
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : env.PORT;
  shop.origin ||= `http://localhost:${port}`;
  runner = await startJobs(forJobs.db, defineJobs({ ...shop, ...forJobs }), {
    onFailure: (kind) => shop.metrics?.jobFailures.inc({ kind }),
    onDone: events.publish,
  });
  return { app, shop, leave, stop };
}

const defineJobs = (context: Context): JobDefinition[] => [
  deleteOldEventsJob(context.db),
  ...modules.flatMap(({ jobs }) => jobs?.(context, allModules) ?? []),
];

function addStats(one: PoolStats, other: PoolStats): PoolStats {
  return {
    total: one.total + other.total,
    idle: one.idle + other.idle,
    waiting: one.waiting + other.waiting,
  };
}

async function loadTraces(env: Env): Promise<Traces | undefined> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  const { startTraces } = await import("./platform/telemetry/traces/start-traces.ts");
  return startTraces(env);
}

async function loadMetrics(shop: Context, cache: ResponseCache): Promise<Metrics> {
  const { createMetrics } = await import("./platform/telemetry/metrics/open-metrics.ts");
  const { createShopMetrics } = await import("./operations/monitoring/shop-metrics.ts");
  return createMetrics(shop, cache, () => createShopMetrics(shop.db));
}

async function loadWeb(): Promise<BuiltWeb> {
  const [web, assets] = await Promise.all([loadBuiltWeb(), loadAssets()]);
  return { webFor: async () => web, assets };
}
