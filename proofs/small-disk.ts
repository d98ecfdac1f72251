// A small disk in memory, which only root may mount.
import { spawnSync } from "node:child_process";
import { open, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onEnd } from "#tests/on-end.ts";
import { makeDataDir } from "#tests/start-program.ts";

const megabyte = 1024 * 1024;

export type SmallDisk = {
  folder: string;
  fill(leftBytes?: number): Promise<void>;
  crowd(leftFiles: number): Promise<void>;
  clear(): Promise<void>;
};

/** Or the reason why there is none. */
export async function openSmallDisk(megabytes: number, files = 0): Promise<SmallDisk | string> {
  const folder = await makeDataDir("small disk ");
  const options = `size=${megabytes}m,mode=755${files > 0 ? `,nr_inodes=${files}` : ""}`;
  const mounting = ["-t", "tmpfs", "-o", options, "tmpfs", folder];
  const { status, stderr, error } = spawnSync("mount", mounting, { encoding: "utf8" });
  if (status !== 0) return `no small disk can be mounted here: ${error ?? stderr.trim()}`;
  onEnd(() => void spawnSync("umount", ["-l", folder]));
  const filler = join(folder, "filler");
  const crowding: string[] = [];
  return {
    folder,
    async fill(leftBytes = 0) {
      await writeUntilFull(filler);
      if (leftBytes > 0) await truncate(filler, megabytes * megabyte - leftBytes);
    },
    async crowd(leftFiles) {
      for (;;) {
        const file = join(folder, `crowd-${crowding.length}`);
        if (!(await canCreate(file))) break;
        crowding.push(file);
      }
      for (const file of crowding.splice(crowding.length - leftFiles)) await rm(file);
    },
    async clear() {
      for (const file of [filler, ...crowding.splice(0)]) await rm(file, { force: true });
    },
  };
}

async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, "w");
  try {
    for (let size = megabyte; size >= 4_096; size /= 2) {
      const bytes = Buffer.alloc(size);
      while (await file.write(bytes).then(({ bytesWritten }) => bytesWritten > 0, isNotFull));
    }
  } finally {
    await file.close();
  }
}

async function canCreate(path: string): Promise<boolean> {
  return writeFile(path, "").then(() => true, isNotFull);
}

function isNotFull(error: NodeJS.ErrnoException): false {
  if (error.code !== "ENOSPC") throw error;
  return false;
}
