import cluster, { type Worker } from "node:cluster";

/** A process that dies is replaced, but not in a frenzy. */
const restAfterDeath = 500;

export type Workers = { port: number; stop: () => Promise<void> };

/** Several processes on one port and one database. Resolves when all of them listen. */
export async function startWorkers(
  count: number,
  variables: Record<string, string>,
): Promise<Workers> {
  let stopping = false;
  const fork = () => cluster.fork({ ...variables, DEMO: "0" });
  const listening = (worker: Worker) =>
    new Promise<number>((resolve, reject) => {
      worker.once("listening", ({ port }) => resolve(port));
      worker.once("exit", () => reject(new Error("A process of the shop ended while starting")));
    });

  const ports = await Promise.all(Array.from({ length: count }, () => listening(fork())));
  cluster.on("exit", (worker) => {
    if (stopping) return;
    console.error(`Process ${worker.process.pid} of the shop ended; starting another.`);
    setTimeout(() => !stopping && fork(), restAfterDeath);
  });

  return {
    port: ports[0] ?? 0,
    async stop() {
      stopping = true;
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      await Promise.all(
        workers.map((worker) => {
          const gone = new Promise((resolve) => worker.once("exit", resolve));
          worker.process.kill("SIGTERM");
          return gone;
        }),
      );
    },
  };
}
