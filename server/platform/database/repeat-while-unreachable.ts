import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseUnreachable } from "./database-errors.ts";

const pauseMs = 500;

/** For work that must not be lost, nor left to a lease, because a connection broke. */
export async function repeatWhileUnreachable<Result>(
  work: () => Promise<Result>,
  maxAttempts = 10,
): Promise<Result> {
  for (let attempt = 1; attempt < maxAttempts; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnreachable(error)) throw error;
      await sleep(pauseMs, undefined, { ref: false });
    }
  }
  return work();
}
