import { readFileSync } from "node:fs";

const most = 10_000;

/** At most half of the process's file limit, which leaves room for requests and the database. */
export function maxLiveConnections(): number {
  return Math.min(most, Math.floor(maxOpenFiles() / 2));
}

function maxOpenFiles(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
