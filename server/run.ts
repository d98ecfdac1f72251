import { Server } from "node:net";
import { setTimeout as rest } from "node:timers/promises";
import { type App, createApp } from "./app.ts";
import { connect, type PoolStats } from "./database/connect.ts";
import { openReads } from "./database/reads.ts";
import { timeouts } from "./database/timeouts.ts";
import type { Env } from "./env.ts";
import { ResponseCache } from "./http/response-cache.ts";
import { makePasswordLetter, passwordLetter } from "./identity/send-password-letter.ts";
import { makeResetLetter, resetLetter } from "./identity/send-reset-letter.ts";
import { makeVerificationLetter, verificationLetter } from "./identity/send-verification-letter.ts";
import { checkEachMinute } from "./ledger/each-minute.ts";
import type { Recipient } from "./letters/mailbox-limit.ts";
import { openPost } from "./letters/post.ts";
import { openLetters } from "./letters/queue.ts";
import { Changes } from "./live/changes.ts";
import { listenForChanges } from "./live/listen.ts";
import { openTeller } from "./live/teller.ts";
import type { Metrics } from "./metrics/open-metrics.ts";
import { orderLetters } from "./orders/send-order-letters.ts";
import { loadAssets, loadBuiltWeb } from "./pages/built-web.ts";
import type { BuiltWeb } from "./pages/serve-pages.ts";
import { openProvider } from "./payments/provider.ts";
import { startReconciling } from "./payments/reconcile-payments.ts";
import { openRefunds } from "./payments/work-off-refunds.ts";
import type { Shop } from "./shop.ts";
import { startSweeping } from "./sweep.ts";
import type { Traces } from "./traces/start-traces.ts";

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
  const reads = openReads(forRequests, { replicaUrl: env.DATABASE_REPLICA_URL, most });
  const teller = openTeller(forJobs.db);
  // A process that was killed may have left something untold.
  await teller.tellNow(["parts", "orders"]);
  const changes = new Changes();
  const listening = listenForChanges(databaseUrl, changes);
  const stopping = new AbortController();
  const leaving = new AbortController();
  const kinds = {
    [verificationLetter]: (to: Recipient) => makeVerificationLetter(shop, to),
    [resetLetter]: ({ email }: Recipient) => makeResetLetter(shop, email),
    [passwordLetter]: ({ email }: Recipient) => makePasswordLetter(shop, email),
    ...orderLetters({ ...forJobs, origin: () => shop.origin, shopName: env.SHOP_NAME }),
  };
  const letters = openLetters(forJobs.db, kinds, openPost(env));
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
    refunds: openRefunds({ ...forJobs, provider, tellLater, letters }),
    tellLater,
    leaving: leaving.signal,
    stopping: stopping.signal,
  };

  const cache = new ResponseCache(changes);
  if (env.METRICS_PORT > 0) shop.metrics = await metricsOf(shop, cache);
  const app = createApp(shop, cache, web ?? (await builtWeb()));
  const reconciling = startReconciling({ ...shop, ...forJobs });
  // The whole account may take its time: it has a connection of its own.
  const checking = checkEachMinute({ ...shop, ...forJobs });
  const stopSweeping = startSweeping(forJobs.db);

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
  const { startTraces } = await import("./traces/start-traces.ts");
  return startTraces(env);
}

/** Loaded only where it is wanted. */
async function metricsOf(shop: Shop, cache: ResponseCache): Promise<Metrics> {
  const { openMetrics } = await import("./metrics/open-metrics.ts");
  return openMetrics(shop, cache);
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
