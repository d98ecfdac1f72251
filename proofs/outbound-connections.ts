// Where a program's processes connect to: by strace or, where that is missing, by Node itself.
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeDataDir } from "#tests/start-program.ts";
import { startArguments } from "../scripts/start-command.ts";
import { full } from "./report.ts";

type Target = string;

export async function watchOutbound() {
  const file = join(await makeDataDir("watched "), "connections");
  const lines = async () => {
    const text = await readFile(file, "utf8").catch(() => "");
    return text.split("\n").filter((line) => line !== "");
  };
  if (full && spawnSync("strace", ["-V"]).status === 0) {
    // The program keeps its process id, so that it can be told to stop.
    const options = ["-D", "-f", "-qq", "-s", "200", "-e", "trace=connect", "-o", file];
    return {
      by: "strace",
      command: ["strace", ...options, process.execPath, ...startArguments],
      env: {},
      targets: async () => new Set((await lines()).flatMap(tracedTarget)),
    };
  }
  const recorder = new URL("./record-connections.ts", import.meta.url);
  return {
    by: "Node's own sockets and look-ups",
    command: [process.execPath, ...startArguments],
    env: { NODE_OPTIONS: `--import=${recorder.href}`, CONNECTIONS_FILE: file },
    targets: async () => new Set<Target>(await lines()),
  };
}

/** A line as `12 connect(20, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("1.2.3.4")}`. */
function tracedTarget(line: string): Target[] {
  const [, path] = /sun_path=@?"([^"]*)"/.exec(line) ?? [];
  if (path !== undefined) return [path];
  const [, port] = /sin6?_port=htons\((\d+)\)/.exec(line) ?? [];
  const [, host] = /(?:inet_addr\(|inet_pton\(AF_INET6, )"([^"]*)"/.exec(line) ?? [];
  // On port 0 the system asks itself for the route; nothing is sent.
  return port === undefined || port === "0" ? [] : [`${host}:${port}`];
}
