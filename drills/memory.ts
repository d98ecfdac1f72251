// Whether a process grows: what it holds later, held against what it held before.
import { readFile } from "node:fs/promises";
import { quantile } from "./measure.ts";

/** Megabytes that the process holds in memory now. */
export async function heldBy(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

/** How many times as much the later half holds as the earlier half, each at its middle. */
export function growth(samples: readonly number[]): number {
  // What is loaded and prepared at first is no growth.
  const warm = samples.slice(Math.ceil(samples.length / 5));
  const half = Math.floor(warm.length / 2);
  return quantile(warm.slice(half), 0.5) / quantile(warm.slice(0, half), 0.5);
}

/** The middle of each tenth of the time, in whole megabytes. */
export function tenths(samples: readonly number[]): number[] {
  return Array.from({ length: 10 }, (_, at) => {
    const part = samples.slice((at * samples.length) / 10, ((at + 1) * samples.length) / 10);
    return Math.round(quantile(part, 0.5));
  });
}
