import { Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type App, createApp, type ShopContext } from "./app.ts";
import { identityLetters } from "./modules/identity/identity-letters.ts";
import { createPasswords } from "./modules/identity/passwords.ts";
import { openLetterQueue } from "./modules/letters/letter-queue.ts";
import { orderLetters } from "./modules/payments/order-letters.ts";
import { startRefundJob } from "./modules/payments/process-refunds.ts";
import { openProvider } from "./modules/payments/provider.ts";
import { startPaymentJob } from "./modules/payments/reconcile-payments.ts";
import { startDeletingExpired } from "./operations/cleanup/delete-expired.ts";
import { scheduleReconciliation } from "./operations/reconciliation/schedule-reconciliation.ts";
import type { Env } from "./platform/config/env.ts";
import { createPictureFilter } from "./platform/config/picture-filter.ts";
import { connect, type PoolStats } from "./platform/database/connect.ts";
import { openReplicaReads } from "./platform/database/replica-reads.ts";
import { timeouts } from "./platform/database/timeouts.ts";
import { openChangePublisher } from "./platform/events/change-publisher.ts";
import { Changes } from "./platform/events/changes.ts";
import { listenForChanges } from "./platform/events/listen.ts";
import { ResponseCache } from "./platform/http/response-cache.ts";
import { createMailer } from "./platform/mail/mailer.ts";
import { loadAssets, loadBuiltWeb } from "./platform/pages/built-web.ts";
import type { BuiltWeb } from "./platform/pages/serve-pages.ts";
import { withTimeout } from "./platform/processes/with-timeout.ts";
import type { Metrics } from "./platform/telemetry/metrics/open-metrics.ts";
import type { Traces } from "./platform/telemetry/traces/start-traces.ts";

/** Together less than the unit's TimeoutStopSec (deploy/partwright@.service). */
export const drainTimeouts = { requestsMs: 5_000, jobsMs: 8_000, publisherMs: 2_000 };
/** Keep-alive connections used within this time are told to close, so no request is cut off. */
const connectionHandoverMs = 1_000;

export type RunningShop = {
  app: App;
  shop: ShopContext;
  /** Stops accepting connections and drains open requests. */
  leave(): Promise<void>;
  stop(): Promise<void>;
};

/** One process of the shop, listening, on a migrated database. */
export async function runShop(env: Env, databaseUrl: string, web?: BuiltWeb): Promise<RunningShop> {
  const traces = await loadTraces(env);
  // Two connections of each process's share are left for dedicated ones.
  const most = Math.min(10, Math.max(2, Math.floor(env.DATABASE_CONNECTIONS / env.WORKERS) - 2));
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
  const publisher = openChangePublisher(forJobs.db);
  // A killed process may have left changes unpublished.
  await publisher.publish(["parts", "orders"]);
  const changes = new Changes();
  const listening = listenForChanges(databaseUrl, changes);
  const stopping = new AbortController();
  const leaving = new AbortController();
  const letterContext = { ...forJobs, origin: () => shop.origin, shopName: env.SHOP_NAME };
  const writers = { ...identityLetters(letterContext), ...orderLetters(letterContext) };
  const letters = openLetterQueue(forJobs.db, writers, createMailer(env));
  const provider = openProvider(env);
  const { publishSoon } = publisher;
  const shop: ShopContext = {
    ...forRequests,
    stats: () => addStats(forRequests.stats(), forJobs.stats()),
    read: reads.read,
    env,
    filterPicture: createPictureFilter(env),
    passwords: createPasswords(env.SHOP_NAME),
    metrics: undefined,
    origin: env.ORIGIN ?? "",
    changes,
    letters,
    provider,
    refunds: startRefundJob({ ...forJobs, provider, publishSoon, letters }),
    publishSoon,
    leaving: leaving.signal,
    stopping: stopping.signal,
  };

  const cache = new ResponseCache(changes);
  if (env.METRICS_PORT > 0) shop.metrics = await loadMetrics(shop, cache);
  const app = createApp(shop, cache, web ?? (await loadWeb()));
  const paymentJob = startPaymentJob({ ...shop, ...forJobs });
  const reconciliation = scheduleReconciliation({ ...shop, ...forJobs });
  const stopDeletingExpired = startDeletingExpired(forJobs.db);

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
    const drainTimer = setTimeout(() => app.server.closeAllConnections(), drainTimeouts.requestsMs);
    await app.close();
    clearTimeout(drainTimer);
    stopDeletingExpired();
    const jobs = [letters, paymentJob, shop.refunds, reconciliation];
    const jobsEnded = Promise.all(jobs.map((job) => job.stop()));
    await withTimeout<unknown>(jobsEnded, drainTimeouts.jobsMs, () => {});
    await withTimeout(publisher.stop(), drainTimeouts.publisherMs, () => {});
    await traces?.stop();
    await listening.close();
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
  return { app, shop, leave, stop };
}

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

async function loadMetrics(shop: ShopContext, cache: ResponseCache): Promise<Metrics> {
  const { createMetrics } = await import("./platform/telemetry/metrics/open-metrics.ts");
  const { createShopMetrics } = await import("./operations/monitoring/shop-metrics.ts");
  return createMetrics(shop, cache, () => createShopMetrics(shop.db));
}

async function loadWeb(): Promise<BuiltWeb> {
  const [web, assets] = await Promise.all([loadBuiltWeb(), loadAssets()]);
  return { webFor: async () => web, assets };
}
