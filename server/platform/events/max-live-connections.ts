import { readFileSync } from "node:fs";

/** A line costs some kilobytes and, at each change, some microseconds. */
const most = 10_000;

/**
 * How many may listen at once: at most half of the files that the system lets this process open, so
 * that there is always room for whoever asks, and for the database.
 */
export function maxLiveConnections(): number {
  return Math.min(most, Math.floor(mostFiles() / 2));
}

function mostFiles(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY; // not on Linux
  }
}
