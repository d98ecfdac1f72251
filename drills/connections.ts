// Where a running program connects to: what it and all of its processes ask the system for, or,
// where strace is not there to see that, what is asked of Node in each of them.
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";

/** `127.0.0.1:5432`, or the path of a socket. */
export type Target = string;

export type Watch = {
  by: string;
  /** How the program is to be run so that it is watched. */
  command: string;
  args: string[];
  env: Record<string, string>;
  seen(): Promise<Set<Target>>;
};

export function canTrace(): boolean {
  return spawnSync("strace", ["-V"]).status === 0;
}

/** Of every process that comes of it, whatever it is written in. */
export function byTracing(file: string, program: string[]): Watch {
  // The program keeps its own number, so that it can be told to stop.
  const options = ["-D", "-f", "-qq", "-s", "200", "-e", "trace=connect", "-o", file];
  return {
    by: "strace",
    command: "strace",
    args: [...options, process.execPath, ...program],
    env: {},
    seen: async () => new Set((await linesOf(file)).flatMap(tracedTarget)),
  };
}

/** Of every process that is run by Node and is given its environment. */
export function byAsking(file: string, program: string[]): Watch {
  const recorder = new URL("./record-connections.ts", import.meta.url);
  return {
    by: "Node's own sockets and look-ups",
    command: process.execPath,
    args: program,
    env: { NODE_OPTIONS: `--import=${recorder.href}`, CONNECTIONS_FILE: file },
    seen: async () => new Set(await linesOf(file)),
  };
}

async function linesOf(file: string): Promise<string[]> {
  return (await readFile(file, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
}

/** A line as `12 connect(20, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("1.2.3.4")}`. */
function tracedTarget(line: string): Target[] {
  const [, path] = /sun_path=@?"([^"]*)"/.exec(line) ?? [];
  if (path !== undefined) return [path];
  const [, port] = /sin6?_port=htons\((\d+)\)/.exec(line) ?? [];
  const [, host] = /(?:inet_addr\(|inet_pton\(AF_INET6, )"([^"]*)"/.exec(line) ?? [];
  // Port 0 is the system asking itself which way it would go; nothing is sent.
  return port === undefined || port === "0" ? [] : [`${host}:${port}`];
}
