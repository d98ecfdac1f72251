import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Env } from "#server/platform/config/env.ts";

export class PortInUse extends Error {}

/** A shop that was just stopped may hold the port a moment longer. */
export async function requireFreePort({ PORT, HOST }: Env): Promise<void> {
  if (await waitForFreePort(PORT, HOST)) return;
  throw new PortInUse(
    `Port ${PORT} is in use by another program. Stop it, or choose another: PORT=3001 npm start`,
  );
}

export async function waitForFreePort(port: number, host: string): Promise<boolean> {
  for (let attempts = 15; attempts > 0; attempts--) {
    if (await isPortFree(port, host)) return true;
    await setTimeout(200);
  }
  return isPortFree(port, host);
}

export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
