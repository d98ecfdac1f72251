import cluster, { type Worker } from "node:cluster";
import { log } from "#server/platform/telemetry/log/log.ts";

const restartDelayMs = 500;
const startTimeoutMs = 60_000;

export type Workers = {
  port: number;
  replace(): Promise<void>;
  stop(): Promise<void>;
};

export async function startWorkers(
  count: number,
  variables: Record<string, string>,
): Promise<Workers> {
  let stopping = false;
  /** The place being replaced; if its old process dies, no other is started. */
  let replacing: number | undefined;
  const places: (Worker | undefined)[] = Array.from({ length: count });
  const fork = (place: number) =>
    cluster.fork({ ...variables, DEMO: "0", PLACE: String(place + 1) });

  for (const place of places.keys()) places[place] = fork(place);
  /** If one of these dies, the start fails. */
  const starting = new Set(places);
  cluster.on("exit", (worker) => {
    const place = places.indexOf(worker);
    if (stopping || place < 0 || place === replacing || starting.has(worker)) return;
    places[place] = undefined;
    log.error(`Process ${worker.process.pid} of the shop ended; starting another.`);
    setTimeout(() => {
      if (!stopping && place !== replacing) places[place] ??= fork(place);
    }, restartDelayMs);
  });
  const ports = await Promise.all(
    [...starting].map(async (worker) => {
      const port = worker && (await listening(worker));
      starting.delete(worker);
      return port;
    }),
  );

  async function replaceAt(place: number): Promise<void> {
    const old = places[place];
    replacing = place;
    const worker = fork(place);
    try {
      await listening(worker);
      places[place] = worker;
    } catch (error) {
      if (!stopping && (!old || old.isDead())) places[place] = fork(place);
      throw error;
    } finally {
      replacing = undefined;
    }
    const began = performance.now();
    if (old) await end(old);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    log.info(`Process ${worker.process.pid} took over; the previous one stopped in ${seconds} s.`);
  }

  return {
    port: ports[0] ?? 0,
    async replace() {
      try {
        for (const place of places.keys()) if (!stopping) await replaceAt(place);
        if (!stopping) log.info(`Deployed: ${count} new processes.`);
      } catch (error) {
        if (!stopping)
          log.error(`Not deployed, the old processes keep running: ${messageOf(error)}`);
      }
    },
    async stop() {
      stopping = true;
      await Promise.all(
        Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker)),
      );
    },
  };
}

function listening(worker: Worker): Promise<number> {
  return new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => {
      worker.process.kill("SIGKILL");
      reject(new Error("A new process did not listen in time"));
    }, startTimeoutMs);
    worker.once("listening", ({ port }) => {
      clearTimeout(timer);
      resolve(port);
    });
    worker.once("exit", () => {
      clearTimeout(timer);
      reject(new Error("A new process ended while starting"));
    });
  });
}

function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return Promise.resolve();
  return new Promise((resolve) => {
    worker.once("exit", () => resolve());
    worker.process.kill("SIGTERM");
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
