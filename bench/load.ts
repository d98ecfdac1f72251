// Loads one address, from another core than the server's if there are two.
import { execFile, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";

export type LoadResult = { perSecond: number; p50: number; p99: number };
type Headers = Record<string, string>;

const run = promisify(execFile);
export const connections = 32;
const has = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: "ignore" }).error === undefined;

const canPin = availableParallelism() > 1 && has("taskset", "--version");
const hasWrk = has("wrk", "--version");
export const loader = hasWrk ? "wrk" : "autocannon";

/** Servers on the first core, the loader on the second. */
export function pinToCore(core: 0 | 1, command: string[]): [string, string[]] {
  const [first = "", ...rest] = canPin ? ["taskset", "-c", String(core), ...command] : command;
  return [first, rest];
}

/** `anywhere`: not pinned to a core. */
export type LoadTarget = { url: string; headers: Headers; anywhere?: boolean };

export async function measureLoad(asked: LoadTarget, seconds: number): Promise<LoadResult> {
  return hasWrk ? byWrk(asked, seconds) : byAutocannon(asked, seconds);
}

const onItsCore = (command: string[], anywhere = false): [string, string[]] =>
  anywhere ? [command[0] ?? "", command.slice(1)] : pinToCore(1, command);

async function byWrk({ url, headers, anywhere }: LoadTarget, seconds: number): Promise<LoadResult> {
  const sent = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const wrk = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--latency", ...sent, url];
  const { stdout } = await run(...onItsCore(wrk, anywhere));
  if (/Non-2xx or 3xx responses|Socket errors/.test(stdout)) {
    throw new Error(`${url} refused:\n${stdout}`);
  }
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

async function byAutocannon(
  { url, headers, anywhere }: LoadTarget,
  seconds: number,
): Promise<LoadResult> {
  const sent = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}=${value}`]);
  const cannon = [process.execPath, "node_modules/autocannon/autocannon.js", "--json"];
  const whole = [...cannon, "-c", String(connections), "-d", String(seconds), ...sent, url];
  // The nginx under test has a self-signed certificate.
  const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  const { stdout } = await run(...onItsCore(whole, anywhere), { env });
  const { requests, latency, "4xx": refused, "5xx": failed } = JSON.parse(stdout);
  if (refused + failed > 0) throw new Error(`${url} refused ${refused + failed} times`);
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 };
}
