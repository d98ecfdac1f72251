import { log } from "#server/platform/telemetry/log/log.ts";

/**
 * Runs `stop` once when somebody wants the program to end: Ctrl-C, a closed terminal, a
 * supervisor, or whoever started it (npm, or the first of several processes) being gone
 * without having said so.
 */
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

/**
 * SIGUSR2: a new version lies where this one was started from. Not SIGHUP, which many servers take
 * for that: here it is a terminal that was closed. Whoever wants it before the shop is open gets it
 * then; unheard, the signal would end the program.
 */
export function onDeploySignal(opened: Promise<() => Promise<void>>): void {
  let working = Promise.resolve();
  process.on("SIGUSR2", () => {
    working = working
      .then(() => opened)
      .then((replace) => replace())
      .catch((error) => log.error(error));
  });
}
