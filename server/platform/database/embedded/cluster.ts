import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError, withContext } from "./errors.ts";
import { changeOwner, type Owner } from "./owner.ts";

const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];

/** On Linux the working directory: below a folder of root, PostgreSQL's user cannot resolve paths. */
export function dataArgument(clusterDir: string): string {
  return process.platform === "linux" ? "/proc/self/cwd" : clusterDir;
}

/** Without variables that would configure PostgreSQL. */
export function programEnvironment(bin: string): NodeJS.ProcessEnv {
  return { PATH: `${bin}:${process.env.PATH}:/usr/bin:/bin`, LC_ALL: "C", TZ: "UTC" };
}

export function ensurePassword(dataDir: string, clusterDir: string): string {
  const file = join(dataDir, "postgres-password");
  if (!fs.existsSync(file)) {
    if (fs.existsSync(join(clusterDir, "PG_VERSION"))) {
      throw new EmbeddedPostgresError(
        `The file ${file} is missing, and nothing else opens the database: put it back.`,
      );
    }
    fs.writeFileSync(`${file}.new`, randomBytes(24).toString("hex"), { mode: 0o600, flush: true });
    fs.renameSync(`${file}.new`, file);
  }
  return fs.readFileSync(file, "utf8").trim();
}

type Cluster = { clusterDir: string; owner: Owner; bin: string; version: string; password: string };

export function createCluster(cluster: Cluster, notice: (line: string) => void): void {
  const { clusterDir, owner, version } = cluster;
  const dataDir = dirname(clusterDir);
  const marker = join(clusterDir, "PG_VERSION");
  if (fs.existsSync(marker)) {
    requireVersion(fs.readFileSync(marker, "utf8").trim(), version);
    return;
  }
  notice("Creating the database (only the first time)");
  try {
    removeUnfinished(dataDir);
    const unfinished = fs.mkdtempSync(join(dataDir, "postgres.new-"));
    changeOwner(owner, unfinished);
    initialize(unfinished, cluster);
    fs.renameSync(unfinished, clusterDir);
    // The initdb of a killed start may have gone on writing meanwhile.
    removeUnfinished(dataDir);
    const parent = fs.openSync(dataDir, "r");
    fs.fsyncSync(parent);
    fs.closeSync(parent);
  } catch (cause) {
    throw withContext(`The database folder ${clusterDir} cannot be created`, cause);
  }
}

function removeUnfinished(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir)) {
    if (!name.startsWith("postgres.new-")) continue;
    const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };
    fs.rmSync(join(dataDir, name), options);
  }
}

function requireVersion(found: string, version: string): void {
  const [major] = version.split(".");
  if (found === major) return;
  throw new EmbeddedPostgresError(
    `The database was made by PostgreSQL ${found}, and this is ${major}: use the shop's version of ` +
      "that time to back it up, then restore it into an empty DATA_DIR.",
  );
}

function initialize(folder: string, { owner, bin, password }: Cluster): void {
  const run = (command: string[], input: string) => {
    // cat, because only the user who made a pipe can reopen it as /dev/stdin.
    const script = ["-c", 'cat | exec "$@"', "sh", ...command];
    const options = { ...owner, cwd: folder, env: programEnvironment(bin), input };
    const { error, status, stderr } = spawnSync("/bin/sh", script, {
      ...options,
      encoding: "utf8",
    });
    if (error) throw error;
    if (status !== 0) throw new Error(stderr.split("\n")[0] || `${command[0]} was interrupted`);
  };
  const data = ["-D", dataArgument(folder)];
  const access = ["-U", "postgres", "--auth=scram-sha-256", "--pwfile=/dev/stdin"];
  run(["initdb", ...data, "-E", "UTF8", ...locale, ...access, "--no-instructions"], password);
  // No superuser, so that an SQL injection could not reach files or programs.
  const role = `create role shop login createdb password '${password}'\n`;
  const single = ["--single", ...data, "-c", "exit_on_error=on", "-c", "log_checkpoints=off"];
  run(["postgres", ...single, "postgres"], `${role}create database shop owner shop\n`);
}
