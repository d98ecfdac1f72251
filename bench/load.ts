// Loads one address for a while, from another core than the server's where there are two.
import { execFile, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";

export type Load = { perSecond: number; p50: number; p99: number };
type Headers = Record<string, string>;

const run = promisify(execFile);
const connections = 32;
const has = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: "ignore" }).error === undefined;

const canPin = availableParallelism() > 1 && has("taskset", "--version");
const hasWrk = has("wrk", "--version");
export const loader = hasWrk ? "wrk" : "autocannon";

/** The command, held on one core: servers on the first, the loader on the second. */
export function pinned(core: 0 | 1, command: string[]): [string, string[]] {
  const [first = "", ...rest] = canPin ? ["taskset", "-c", String(core), ...command] : command;
  return [first, rest];
}

export async function load(url: string, headers: Headers, seconds: number): Promise<Load> {
  return hasWrk ? byWrk(url, headers, seconds) : byAutocannon(url, headers, seconds);
}

async function byWrk(url: string, headers: Headers, seconds: number): Promise<Load> {
  const sent = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const wrk = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--latency", ...sent, url];
  const { stdout } = await run(...pinned(1, wrk));
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0),
    p50: milliseconds(stdout, 50),
    p99: milliseconds(stdout, 99),
  };
}

function milliseconds(report: string, percentile: number): number {
  const [, value = "0", unit = "ms"] =
    new RegExp(`${percentile}%\\s+([\\d.]+)(us|ms|s)`).exec(report) ?? [];
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? 1);
}

async function byAutocannon(url: string, headers: Headers, seconds: number): Promise<Load> {
  const sent = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}=${value}`]);
  const cannon = [process.execPath, "node_modules/autocannon/autocannon.js", "--json"];
  const { stdout } = await run(
    ...pinned(1, [...cannon, "-c", String(connections), "-d", String(seconds), ...sent, url]),
  );
  const { requests, latency } = JSON.parse(stdout);
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 };
}
