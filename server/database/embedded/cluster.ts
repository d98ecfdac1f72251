import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { EmbeddedPostgresError, failure } from "./error.ts";
import type { Owner } from "./owner.ts";
import { giveTo, lstatIfThere } from "./owner.ts";

/** The same on every machine: sorting by code point, upper and lower case as Unicode has them. */
const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];

/**
 * How to name the cluster to a program started inside it. On Linux by its working directory, which
 * root entered before it became PostgreSQL's user: that works below folders this user may not
 * enter. PostgreSQL itself never leaves this directory.
 */
export function dataArgument(clusterDir: string): string {
  return process.platform === "linux" ? "/proc/self/cwd" : clusterDir;
}

/** The environment of everything PostgreSQL: nothing of ours, so nothing there can change it. */
export function environment(bin: string): NodeJS.ProcessEnv {
  const path = [bin, process.env.PATH, "/usr/bin", "/bin"].filter(Boolean).join(":");
  return { PATH: path, LC_ALL: "C", TZ: "UTC" };
}

/** The one password, for us alone: of the superuser `postgres` and of the shop's own `shop`. */
export function keepPassword(dataDir: string, clusterDir: string): string {
  const file = join(dataDir, "postgres-password");
  if (!lstatIfThere(file)) {
    if (lstatIfThere(join(clusterDir, "PG_VERSION"))) {
      throw new EmbeddedPostgresError(
        `The file ${file} is missing, and nothing else opens the database: put it back.`,
      );
    }
    writeDurably(file, randomBytes(24).toString("hex"));
  }
  return fs.readFileSync(file, "utf8").trim();
}

/** Makes the cluster if there is none. It gets its name only when it is whole. */
export async function makeCluster(
  options: { clusterDir: string; owner: Owner; bin: string; version: string; password: string },
  notice: (line: string) => void,
): Promise<void> {
  const { clusterDir, owner, bin, version, password } = options;
  const marker = join(clusterDir, "PG_VERSION");
  if (lstatIfThere(marker)) {
    const major = version.split(".")[0];
    const found = fs.readFileSync(marker, "utf8").trim();
    if (found === major) return;
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} was made by PostgreSQL ${found}, and this is ${major}: use ` +
        `the shop's version of that time to back it up, then restore it into an empty DATA_DIR.`,
    );
  }
  if (lstatIfThere(clusterDir) && fs.readdirSync(clusterDir).length > 0) {
    throw new EmbeddedPostgresError(
      `The folder ${clusterDir} holds something else than a database: move it away.`,
    );
  }
  notice("Making the database (only this once)");
  const dataDir = dirname(clusterDir);
  for (const entry of fs.readdirSync(dataDir)) {
    // A killed start's initdb may write on for a moment: hence the retries.
    const left = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };
    if (entry.startsWith("postgres.new-")) await rm(join(dataDir, entry), left);
  }
  const fresh = fs.mkdtempSync(join(dataDir, "postgres.new-"));
  try {
    giveTo(owner, fresh);
    await fill(fresh, owner, bin, password);
    fs.renameSync(fresh, clusterDir);
    syncFolder(dataDir);
  } catch (cause) {
    fs.rmSync(fresh, { recursive: true, force: true });
    throw failure(`The database folder ${clusterDir} cannot be made`, cause);
  }
}

async function fill(folder: string, owner: Owner, bin: string, password: string): Promise<void> {
  const data = dataArgument(folder);
  const run = async (command: string[], input: string) => {
    // Through cat: a program that opens /dev/stdin anew may do so with a pipe of its own user only.
    const child = spawn("/bin/sh", ["-c", 'cat | exec "$@"', "sh", ...command], {
      ...owner,
      cwd: folder,
      env: environment(bin),
      stdio: ["pipe", "ignore", "pipe"],
    });
    child.stdin.on("error", () => {}); // told better by the exit below
    child.stdin.end(input);
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on("error", reject).on("close", resolve);
    });
    const [said, code] = await Promise.all([text(child.stderr), ended]);
    if (code !== 0) throw new Error(said.trim().split("\n")[0] || `${command[0]} was interrupted`);
  };

  const access = ["-U", "postgres", "--auth=scram-sha-256", "--pwfile=/dev/stdin"];
  await run(
    ["initdb", "-D", data, "-E", "UTF8", ...locale, ...access, "--no-instructions"],
    password,
  );
  // The shop is no superuser: a statement smuggled into it must not reach files or programs.
  const shop = [
    `create role shop login createdb password '${password}'`,
    "create database shop owner shop",
  ];
  const single = ["postgres", "--single", "-D", data, "-c", "exit_on_error=on"];
  await run([...single, "-c", "log_checkpoints=off", "postgres"], `${shop.join("\n")}\n`);
}

function writeDurably(file: string, content: string): void {
  const fresh = `${file}.new`;
  fs.rmSync(fresh, { force: true });
  fs.writeFileSync(fresh, `${content}\n`, { mode: 0o600, flag: "wx", flush: true });
  fs.renameSync(fresh, file);
}

function syncFolder(folder: string): void {
  const descriptor = fs.openSync(folder, "r");
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}
