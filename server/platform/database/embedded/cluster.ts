import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError, withContext } from "./errors.ts";
import { changeOwner, type Owner } from "./owner.ts";

/** The same on every machine: sorts by code point and knows the case of all Unicode letters. */
const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];

/**
 * The cluster folder as PostgreSQL sees it. On Linux its working directory, because below a folder
 * that only root may enter, PostgreSQL's user cannot resolve the absolute path.
 */
export function dataArgument(clusterDir: string): string {
  return process.platform === "linux" ? "/proc/self/cwd" : clusterDir;
}

/** The environment of PostgreSQL's programs, free of variables that would configure them. */
export function programEnvironment(bin: string): NodeJS.ProcessEnv {
  return { PATH: `${bin}:${process.env.PATH}:/usr/bin:/bin`, LC_ALL: "C", TZ: "UTC" };
}

/** The password of the superuser `postgres` and of the shop's own user `shop`. */
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

/** Creates the cluster if there is none, under another name until it is complete. */
export function createCluster(cluster: Cluster, notice: (line: string) => void): void {
  const { clusterDir, owner, version } = cluster;
  const dataDir = dirname(clusterDir);
  const marker = join(clusterDir, "PG_VERSION");
  if (fs.existsSync(marker)) {
    requireVersion(fs.readFileSync(marker, "utf8").trim(), version);
    return;
  }
  notice("Making the database (only this once)");
  try {
    for (const entry of fs
      .readdirSync(dataDir)
      .filter((name) => name.startsWith("postgres.new-"))) {
      // The initdb of a killed start may still write for a moment, hence the retries.
      fs.rmSync(join(dataDir, entry), { recursive: true, maxRetries: 20, retryDelay: 50 });
    }
    const unfinished = fs.mkdtempSync(join(dataDir, "postgres.new-"));
    changeOwner(owner, unfinished);
    initialize(unfinished, cluster);
    fs.renameSync(unfinished, clusterDir);
    const parent = fs.openSync(dataDir, "r");
    fs.fsyncSync(parent);
    fs.closeSync(parent);
  } catch (cause) {
    throw withContext(`The database folder ${clusterDir} cannot be made`, cause);
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
    // Through cat, because /dev/stdin can be reopened only by the user who made the pipe.
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
  // No superuser: a statement injected into the shop must not reach files or programs.
  const role = `create role shop login createdb password '${password}'\n`;
  const single = ["--single", ...data, "-c", "exit_on_error=on", "-c", "log_checkpoints=off"];
  run(["postgres", ...single, "postgres"], `${role}create database shop owner shop\n`);
}
