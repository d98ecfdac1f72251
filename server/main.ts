import cluster from "node:cluster";
import { DatabaseUnavailable, openDatabase } from "./open-database.ts";
import { type EmulatorSettings, startEmulators } from "./operations/emulators/start-emulators.ts";
import { ConfigurationError, type Env, readEnv } from "./platform/config/env.ts";
import { withoutQueryValues } from "./platform/database/database-errors.ts";
import { EmbeddedPostgresError } from "./platform/database/embedded/start.ts";
import { ReleaseTooOld } from "./platform/database/require-release.ts";
import { PortInUse, requireFreePort } from "./platform/http/free-port.ts";
import { onDeploySignal, onStopSignal } from "./platform/processes/on-signals.ts";
import { log, startLog } from "./platform/telemetry/log/log.ts";
import { printBanner } from "./print-banner.ts";

async function main(): Promise<void> {
  const env = readEnv(process.env);
  startLog(env);
  if (cluster.isWorker) return work(env);

  const stops: (() => Promise<void>)[] = [];
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  };
  const isStopping = onStopSignal(stopAll);
  const opened = Promise.withResolvers<Open["replace"]>();
  onDeploySignal(opened.promise);
  try {
    await requireFreePort(env);
    const emulators = await startEmulators(env);
    stops.push(emulators.stop);
    const database = await openDatabase(env, emulators.settings);
    stops.push(database.close);
    const shop = await open(env, database.url, emulators.settings);
    const { origin, readMetrics, replace, stop } = shop;
    stops.push(stop);
    if (env.METRICS_PORT > 0) stops.push(await serveMetrics(env, readMetrics));
    await emulators.serve(origin);
    const lacksSecondFactor = await shop.lacksSecondFactor();
    await printBanner(env, { origin, emulators: emulators.about, lacksSecondFactor });
    opened.resolve(replace);
  } catch (error) {
    // Ignore errors caused by shutdown.
    if (isStopping()) return;
    await stopAll();
    throw error;
  }
}

type Open = {
  origin: string;
  readMetrics(): Promise<string>;
  lacksSecondFactor(): Promise<boolean>;
  replace(): Promise<void>;
  stop(): Promise<void>;
};

async function open(env: Env, databaseUrl: string, settings: EmulatorSettings): Promise<Open> {
  if (env.WORKERS > 1) {
    const { startWorkers } = await import("./platform/processes/start-workers.ts");
    const variables = { ...settings, DATABASE_URL: databaseUrl };
    const { port, replace, stop } = await startWorkers(env.WORKERS, variables);
    const origin = env.ORIGIN ?? `http://localhost:${port}`;
    const readMetrics = async () =>
      (await import("./platform/telemetry/metrics/cluster-metrics.ts")).readClusterMetrics();
    // Known to the workers; their overview has the advice.
    return { origin, readMetrics, lacksSecondFactor: async () => false, replace, stop };
  }
  const { runShop } = await import("./run-shop.ts");
  const { shop, leave, stop } = await runShop({ ...env, ...settings }, databaseUrl);
  return {
    origin: shop.origin,
    readMetrics: async () => shop.metrics?.text() ?? "",
    lacksSecondFactor: async () => !(await shop.settings()).security.requireSecondFactor,
    async replace() {
      log.error(
        "Could not deploy: one process cannot replace itself. Set WORKERS to 2 or more, or restart.",
      );
    },
    stop: () => leave().then(stop),
  };
}

async function serveMetrics(env: Env, read: Open["readMetrics"]): Promise<() => Promise<void>> {
  const { openMetricsServer } = await import("./platform/telemetry/metrics/open-metrics-server.ts");
  return (await openMetricsServer(env, read)).stop;
}

async function work(env: Env): Promise<void> {
  const url = env.DATABASE_URL ?? "";
  // First, because the first process expects metrics from every started worker.
  if (env.METRICS_PORT > 0) await import("./platform/telemetry/metrics/cluster-metrics.ts");
  const { migrate } = await import("./platform/database/migrate.ts");
  await migrate(url);
  const { runShop } = await import("./run-shop.ts");
  const { leave, stop } = await runShop(env, url);
  onStopSignal(() => leave().then(stop));
}

process.on("uncaughtException", (error) => {
  log.error({ err: withoutQueryValues(error) }, "Stopping because of an unexpected error");
  process.exit(1);
});

main().catch((error) => {
  const expected = [
    ConfigurationError,
    EmbeddedPostgresError,
    DatabaseUnavailable,
    PortInUse,
    ReleaseTooOld,
  ];
  log.error(expected.some((kind) => error instanceof kind) ? error.message : error);
  process.exit(1);
});
