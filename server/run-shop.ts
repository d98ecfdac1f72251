import { Server } from "node:net";
import { setTimeout as rest } from "node:timers/promises";
import { type App, createApp } from "./app.ts";
import { startDeletingExpired } from "./delete-expired.ts";
import { makePasswordLetter, passwordLetterKind } from "./modules/identity/password-letter.ts";
import { makeResetLetter, resetLetterKind } from "./modules/identity/reset-letter.ts";
import {
  makeVerificationLetter,
  verificationLetterKind,
} from "./modules/identity/verification-letter.ts";
import { openLetterQueue } from "./modules/letters/letter-queue.ts";
import type { Recipient } from "./modules/letters/mailbox-limit.ts";
import { orderLetters } from "./modules/payments/order-letters.ts";
import { startRefundJob } from "./modules/payments/process-refunds.ts";
import { openProvider } from "./modules/payments/provider.ts";
import { startPaymentJob } from "./modules/payments/reconcile-payments.ts";
import { scheduleReconciliation } from "./operations/reconciliation/schedule-reconciliation.ts";
import type { Env } from "./platform/config/env.ts";
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
import type { Metrics } from "./platform/telemetry/metrics/open-metrics.ts";
import type { Traces } from "./platform/telemetry/traces/start-traces.ts";
import type { Shop } from "./shop.ts";

/** Requests under way have so long to end when the shop stops, in milliseconds. */
const drainFor = 5_000;
/** What a job leaves is taken up again by another process. */
const jobsEndWithin = 8_000;
/** And who tells other processes, after that. All of a stop takes less than what its unit gives it. */
const tellingEndsWithin = 2_000;
/** Whoever uses a line again within this time is told to take another, and none breaks off. */
const turnWithin = 1_000;

export type RunningShop = {
  app: App;
  shop: Shop;
  /** Lets nobody in any more, and everybody out: then a stop breaks nothing off. */
  leave(): Promise<void>;
  stop(): Promise<void>;
};

/** One process of the shop on a database that is ready for it, listening. */
export async function runShop(env: Env, databaseUrl: string, web?: BuiltWeb): Promise<RunningShop> {
  const traces = await tracesOf(env);
  // Of what this machine may have, with some left for dedicated connections.
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
  const teller = openChangePublisher(forJobs.db);
  // A process that was killed may have left something untold.
  await teller.tellNow(["parts", "orders"]);
  const changes = new Changes();
  const listening = listenForChanges(databaseUrl, changes);
  const stopping = new AbortController();
  const leaving = new AbortController();
  const kinds = {
    [verificationLetterKind]: (to: Recipient) => makeVerificationLetter(shop, to),
    [resetLetterKind]: ({ email }: Recipient) => makeResetLetter(shop, email),
    [passwordLetterKind]: ({ email }: Recipient) => makePasswordLetter(shop, email),
    ...orderLetters({ ...forJobs, origin: () => shop.origin, shopName: env.SHOP_NAME }),
  };
  const letters = openLetterQueue(forJobs.db, kinds, createMailer(env));
  const provider = openProvider(env);
  const { tellLater } = teller;
  const shop: Shop = {
    ...forRequests,
    stats: () => sumOf(forRequests.stats(), forJobs.stats()),
    read: reads.read,
    env,
    metrics: undefined,
    origin: env.ORIGIN ?? "",
    changes,
    letters,
    provider,
    refunds: startRefundJob({ ...forJobs, provider, tellLater, letters }),
    tellLater,
    leaving: leaving.signal,
    stopping: stopping.signal,
  };

  const cache = new ResponseCache(changes);
  if (env.METRICS_PORT > 0) shop.metrics = await metricsOf(shop, cache);
  const app = createApp(shop, cache, web ?? (await builtWeb()));
  const reconciling = startPaymentJob({ ...shop, ...forJobs });
  // The whole account may take its time: it has a connection of its own.
  const checking = scheduleReconciliation({ ...shop, ...forJobs });
  const stopSweeping = startDeletingExpired(forJobs.db);

  async function leave() {
    leaving.abort();
    await rest(env.STOP_DELAY * 1_000);
    // Only the door: http's own close would hang up on lines that are about to be used again.
    Server.prototype.close.call(app.server);
    const isEmpty = new Promise((resolve) => app.server.once("close", resolve));
    // What listens for changes finds another process.
    stopping.abort();
    await Promise.race([isEmpty, rest(turnWithin)]);
  }

  async function stop() {
    leaving.abort();
    stopping.abort();
    const patience = setTimeout(() => app.server.closeAllConnections(), drainFor);
    await app.close();
    clearTimeout(patience);
    stopSweeping();
    await within(jobsEndWithin, [
      shop.letters.stop(),
      reconciling.stop(),
      shop.refunds.stop(),
      checking.stop(),
    ]);
    await within(tellingEndsWithin, [teller.stop()]);
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

function sumOf(some: PoolStats, others: PoolStats): PoolStats {
  return {
    total: some.total + others.total,
    idle: some.idle + others.idle,
    waiting: some.waiting + others.waiting,
  };
}

/** Loaded only where it is wanted. */
async function tracesOf(env: Env): Promise<Traces | undefined> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  const { startTraces } = await import("./platform/telemetry/traces/start-traces.ts");
  return startTraces(env);
}

/** Loaded only where it is wanted. */
async function metricsOf(shop: Shop, cache: ResponseCache): Promise<Metrics> {
  const { createMetrics } = await import("./platform/telemetry/metrics/open-metrics.ts");
  const { createShopMetrics } = await import("./shop-metrics.ts");
  return createMetrics(shop, cache, () => createShopMetrics(shop.db));
}

async function builtWeb(): Promise<BuiltWeb> {
  const [web, assets] = await Promise.all([loadBuiltWeb(), loadAssets()]);
  return { webFor: async () => web, assets };
}

/** In milliseconds; what has not ended by then is left to itself. */
async function within(time: number, endings: Promise<unknown>[]): Promise<void> {
  const ended = Promise.all(endings);
  ended.catch(() => {});
  await Promise.race([ended, rest(time, undefined, { ref: false })]);
}
