// The program: database, processes, stop. `npm start` ends up here.
import cluster from "node:cluster";
import { EmbeddedPostgresError } from "./database/embedded/start.ts";
import { BadConfiguration, type Env, readEnv } from "./env.ts";
import { freePort, PortTaken } from "./free-port.ts";
import { greet } from "./greet.ts";
import { NoDatabase, openDatabase } from "./open-database.ts";
import { runShop } from "./run.ts";
import { onStopWanted } from "./stopping.ts";
import { startWorkers } from "./workers.ts";

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
    const database = await openDatabase(env);
    stops.push(database.close);
    const { origin, stop } = await open(env, database.url);
    stops.push(stop);
    await greet(env, origin);
  } catch (error) {
    // What fails because somebody wanted it to end is no failure.
    if (isStopping()) return;
    await stopAll();
    throw error;
  }
}

type Open = { origin: string; stop(): Promise<void> };

async function open(env: Env, databaseUrl: string): Promise<Open> {
  if (env.WORKERS > 1) {
    const { port, stop } = await startWorkers(env.WORKERS, databaseUrl);
    return { origin: env.ORIGIN ?? `http://localhost:${port}`, stop };
  }
  const { shop, stop } = await runShop(env, databaseUrl);
  return { origin: shop.origin, stop };
}

/** One of several processes that share the port; the first process tells it when to stop. */
async function work(env: Env): Promise<void> {
  const { stop } = await runShop(env, env.DATABASE_URL ?? "");
  onStopWanted(stop);
}

main().catch((error) => {
  const expected = [BadConfiguration, EmbeddedPostgresError, NoDatabase, PortTaken];
  console.error(expected.some((kind) => error instanceof kind) ? error.message : error);
  process.exit(1);
});
