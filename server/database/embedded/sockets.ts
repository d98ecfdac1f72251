import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Owner } from "./owner.ts";
import { giveTo, lstatIfThere } from "./owner.ts";

/** Part of the socket's name. */
export const socketPort = 5432;

/** Chooses a new socket folder, and notes its name where the next start finds it. */
export function nameSocketDir(dataDir: string, cluster: string, owner: Owner): string {
  removeSocketDir(dataDir, cluster, owner);
  const folder = join(parentFor(owner), `${cluster}-${randomBytes(3).toString("hex")}`);
  symlinkSync(folder, noteIn(dataDir));
  return folder;
}

/** The folder that the shop running on this data noted, if one does. */
export function notedSocketDir(dataDir: string): string | undefined {
  return lstatIfThere(noteIn(dataDir)) ? readlinkSync(noteIn(dataDir)) : undefined;
}

/** Removes the noted socket folder, whoever left it, and the note. */
export function removeSocketDir(dataDir: string, cluster: string, owner: Owner): void {
  if (!lstatIfThere(noteIn(dataDir))) return;
  const folder = readlinkSync(noteIn(dataDir));
  // In a copy of the data folder of a running shop, the note names the folder of that shop.
  if (basename(folder).startsWith(`${cluster}-`) && isOurs(folder, owner)) {
    // As its owner: root must not walk through a folder that others can rearrange.
    spawnSync("/bin/sh", ["-c", 'exec rm -rf "$0"', folder], { ...owner, cwd: "/" });
  }
  rmSync(noteIn(dataDir));
}

function noteIn(dataDir: string): string {
  return join(dataDir, "postgres.socket");
}

/** Makes the folder, or accepts it as an earlier run of the same start left it. */
export function makeSocketDir(folder: string, owner: Owner): void {
  if (isOurs(folder, owner)) return;
  mkdirSync(folder, { mode: 0o700 });
  giveTo(owner, folder);
}

export function socketUrl(folder: string, password: string): string {
  return `postgres://shop:${password}@${encodeURIComponent(folder)}:${socketPort}/shop`;
}

function isOurs(folder: string, owner: Owner): boolean {
  const found = lstatIfThere(folder);
  const uid = owner?.uid ?? process.geteuid?.();
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o077) === 0;
}

/** The system's folder, unless the path would be too long for a socket or is closed to the user. */
function parentFor(owner: Owner): string {
  const wanted = tmpdir();
  if (wanted === "/tmp") return wanted;
  if (Buffer.byteLength(wanted) > 52) return "/tmp";
  const test = 'test -d "$0" && test -w "$0" && test -x "$0"';
  const { status } = spawnSync("/bin/sh", ["-c", test, wanted], { ...owner, cwd: "/" });
  return status === 0 ? wanted : "/tmp";
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
