// The program: database, processes, stop. `npm start` ends up here.
import cluster from "node:cluster";
import { EmbeddedPostgresError } from "./database/embedded/start.ts";
import { BadConfiguration, type Env, readEnv } from "./env.ts";
import { freePort, PortTaken } from "./free-port.ts";
import { greet } from "./greet.ts";
import { NoDatabase, openDatabase } from "./open-database.ts";
import { type StandInSettings, startStandIns } from "./start-stand-ins.ts";
import { onStopWanted } from "./stopping.ts";

async function main(): Promise<void> {
  const env = readEnv(process.env);
  if (cluster.isWorker) return work(env);

  const stops: (() => Promise<void>)[] = [];
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  };
  const isStopping = onStopWanted(stopAll);
  try {
    await freePort(env);
    const standIns = await startStandIns(env);
    stops.push(standIns.stop);
    const database = await openDatabase(env);
    stops.push(database.close);
    const { origin, stop } = await open(env, database.url, standIns.settings);
    stops.push(stop);
    await standIns.serve(origin);
    await greet(env, origin, standIns.about);
  } catch (error) {
    // What fails because somebody wanted it to end is no failure.
    if (isStopping()) return;
    await stopAll();
    throw error;
  }
}

type Open = { origin: string; stop(): Promise<void> };

/** Whoever only looks after others need not load what they do. */
async function open(env: Env, databaseUrl: string, settings: StandInSettings): Promise<Open> {
  if (env.WORKERS > 1) {
    const { startWorkers } = await import("./workers.ts");
    const variables = { ...settings, DATABASE_URL: databaseUrl };
    const { port, stop } = await startWorkers(env.WORKERS, variables);
    return { origin: env.ORIGIN ?? `http://localhost:${port}`, stop };
  }
  const { runShop } = await import("./run.ts");
  const { shop, stop } = await runShop({ ...env, ...settings }, databaseUrl);
  return { origin: shop.origin, stop };
}

/** One of several processes that share the port; the first process tells it when to stop. */
async function work(env: Env): Promise<void> {
  const { runShop } = await import("./run.ts");
  const { stop } = await runShop(env, env.DATABASE_URL ?? "");
  onStopWanted(stop);
}

main().catch((error) => {
  const expected = [BadConfiguration, EmbeddedPostgresError, NoDatabase, PortTaken];
  console.error(expected.some((kind) => error instanceof kind) ? error.message : error);
  process.exit(1);
});
