import { Server } from "node:net";
import { setTimeout as sleep, setImmediate as turnOfLoop } from "node:timers/promises";
import { closeUnpaidOrdersJob } from "#server/modules/paying/close-unpaid-orders.ts";
import { orderLetters } from "#server/modules/paying/order-letters.ts";
import { checkPaymentsJob } from "#server/modules/paying/reconcile-payments.ts";
import { type App, createApp, type ShopContext } from "./app.ts";
import { reminderLetters, remindOfAccountsJob } from "./modules/accounts/send-reminders.ts";
import { copyPicturesJob } from "./modules/catalog/copy-pictures.ts";
import { lowStockJob, lowStockLetters } from "./modules/catalog/low-stock-letter.ts";
import { invitationLetters } from "./modules/companies/invitation-letters.ts";
import { fitQuestionLetters } from "./modules/fitment/ask-fit.ts";
import { resealVinsJob } from "./modules/garage/reseal-vins.ts";
import { identityLetters } from "./modules/identity/identity-letters.ts";
import { createPasswords } from "./modules/identity/passwords.ts";
import { checkImportJob } from "./modules/imports/check-import.ts";
import { writeImportJob } from "./modules/imports/write-import.ts";
import { expireHoldsJob } from "./modules/inventory/expire-holds-job.ts";
import { invoiceLetters } from "./modules/invoices/invoice-letters.ts";
import {
  followPaymentsJob,
  issueDocumentsJob,
  issueHeldJob,
  issueOlderJob,
} from "./modules/invoices/issue-job.ts";
import { writeDocument } from "./modules/invoices/write-document.ts";
import { letterRenderer } from "./modules/letters/render-draft.ts";
import { sendLetterJob } from "./modules/letters/send-letter.ts";
import { lossLetters } from "./modules/losses/loss-letters.ts";
import { toOrderReaders } from "./modules/orders/to-order-readers.ts";
import { warnOfExpiryJob } from "./modules/orders/warn-of-expiry.ts";
import { deleteCustomersJob } from "./modules/payments/delete-customers.ts";
import { openProvider } from "./modules/payments/provider.ts";
import { makeRefundsJob } from "./modules/refunds/process-refunds.ts";
import { refundLetters } from "./modules/refunds/refund-letters.ts";
import { forfeitCoresJob } from "./modules/returns/forfeit-cores.ts";
import { returnLetters } from "./modules/returns/return-letters.ts";
import { followPriceDatesJob } from "./modules/settings/follow-price-dates.ts";
import { keepSettings } from "./modules/settings/keep-settings.ts";
import { shipmentLetters } from "./modules/shipments/shipment-letters.ts";
import { alertLetters } from "./modules/stock-alerts/alert-letters.ts";
import { followPartsJob, tellBackJob } from "./modules/stock-alerts/tell-back.ts";
import { checkVatJob } from "./modules/vat/check-vat.ts";
import { deliverWebhooksJob, followWebhooksJob } from "./modules/webhooks/deliver.ts";
import { webhookLetters } from "./modules/webhooks/webhook-letters.ts";
import { matchWithdrawalJob } from "./modules/withdrawals/match-withdrawal.ts";
import { withdrawalLetters } from "./modules/withdrawals/withdrawal-letters.ts";
import { deleteExpiredJob } from "./operations/cleanup/delete-expired.ts";
import { removePicturesJob } from "./operations/cleanup/remove-pictures.ts";
import { reconciliationJobs } from "./operations/reconciliation/reconciliation-jobs.ts";
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
import { createMailer } from "./platform/mail/mailer.ts";
import { loadAssets, loadBuiltWeb } from "./platform/pages/built-web.ts";
import type { BuiltWeb } from "./platform/pages/serve-pages.ts";
import { withTimeout } from "./platform/processes/with-timeout.ts";
import type { Metrics } from "./platform/telemetry/metrics/open-metrics.ts";
import type { Traces } from "./platform/telemetry/traces/start-traces.ts";
import { verbs } from "./verbs.ts";

/** Together less than the unit's TimeoutStopSec (deploy/partwright@.service). */
const requestDrainMs = 5_000;
const jobDrainMs = 8_000;
/** Keep-alive connections used within this time are told to close, so no request is cut off. */
const connectionHandoverMs = 1_000;

export type RunningShop = {
  app: App;
  shop: ShopContext;
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
  const shop: ShopContext = {
    ...forRequests,
    ...verbs,
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

function defineJobs(context: ShopContext): JobDefinition[] {
  const { db, env, origin, customers, catalog } = context;
  const letterContext = { db, origin, customers, catalog };
  const writers = {
    ...identityLetters(letterContext),
    ...lowStockLetters(letterContext),
    ...fitQuestionLetters(letterContext),
    ...alertLetters(letterContext),
    ...invitationLetters(letterContext),
    ...withdrawalLetters({ ...letterContext, settings: context.settings }),
    ...webhookLetters(letterContext),
    ...toOrderReaders(db, {
      ...orderLetters({
        ...letterContext,
        settings: context.settings,
        shopName: env.SHOP_NAME,
      }),
      ...shipmentLetters({ ...letterContext, settings: context.settings }),
      ...invoiceLetters({
        ...letterContext,
        writeDocument: (document) => writeDocument(context, document),
      }),
      ...refundLetters(letterContext),
      ...reminderLetters({
        ...letterContext,
        settings: context.settings,
        shopName: env.SHOP_NAME,
      }),
      ...lossLetters(letterContext),
      ...returnLetters({ ...letterContext, settings: context.settings }),
    }),
  };
  return [
    sendLetterJob(db, writers, letterRenderer(context), createMailer(env)),
    deleteExpiredJob(db),
    removePicturesJob(context),
    expireHoldsJob(db),
    copyPicturesJob(context),
    lowStockJob(context),
    deleteOldEventsJob(db),
    checkPaymentsJob(context),
    makeRefundsJob(context),
    checkImportJob(context),
    writeImportJob(context),
    closeUnpaidOrdersJob(context),
    forfeitCoresJob(context),
    deleteCustomersJob(context),
    warnOfExpiryJob(context),
    remindOfAccountsJob(context),
    followPartsJob(context),
    tellBackJob(context),
    resealVinsJob(context),
    followPriceDatesJob(context),
    matchWithdrawalJob(context),
    checkVatJob(context),
    followWebhooksJob(context),
    deliverWebhooksJob(context),
    followPaymentsJob(context),
    issueDocumentsJob(context),
    issueHeldJob(context),
    issueOlderJob(context),
    ...reconciliationJobs(context),
  ];
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
