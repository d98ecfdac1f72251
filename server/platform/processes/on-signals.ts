import { log } from "#server/platform/telemetry/log/log.ts";

/** Runs `stop` once, on a signal or when the parent process (npm, or the first process) is gone. */
export function onStopSignal(stop: () => Promise<void>): () => boolean {
  let stopping = false;
  const once = () => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, once);

  process.once("disconnect", once);
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event && parent !== 1) {
    setInterval(() => {
      if (process.ppid !== parent) once();
    }, 500).unref();
  }
  return () => stopping;
}

/** SIGUSR2 deploys the code on disk. A signal during the start is handled once the shop is open. */
export function onDeploySignal(opened: Promise<() => Promise<void>>): void {
  let deploying = Promise.resolve();
  process.on("SIGUSR2", () => {
    deploying = deploying
      .then(() => opened)
      .then((replace) => replace())
      .catch((error) => log.error(error));
  });
}
