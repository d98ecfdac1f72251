import { createHash } from "node:crypto";
import {
  mkdir,
  open,
  opendir,
  rename,
  rm,
  stat,
  statfs,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";

export const imageWidths = [320, 640, 960] as const;
export type StoredPicture = { name: string; savedAt: Date };
export type ImageSizes = Record<(typeof imageWidths)[number], Buffer>;

/** Left for the database, which is usually on the same disk. */
const minFreeBytes = 256 * 1024 * 1024;

export const imagesFolder = (dataDir: string) => join(dataDir, "images");

export function isImageFolderName(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}

export function isImageName(name: string, file: string): boolean {
  return isImageFolderName(name) && /^(320|640|960)\.webp$/.test(file);
}

export function imageName(sizes: ImageSizes): string {
  return createHash("sha256").update(sizes[960]).digest("hex").slice(0, 32);
}

export async function saveImage(dataDir: string, sizes: ImageSizes): Promise<string> {
  const name = imageName(sizes);
  const images = imagesFolder(dataDir);
  const unfinished = join(images, `${name}.${process.pid}-${crypto.randomUUID()}`);
  await mkdir(unfinished, { recursive: true });
  try {
    for (const width of imageWidths) {
      await writeFile(join(unfinished, `${width}.webp`), sizes[width], { flush: true });
    }
    await flushFolder(unfinished);
    await rename(unfinished, join(images, name));
    await flushFolder(images);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!isNameTaken(error)) throw error;
    const now = new Date();
    await utimes(join(images, name), now, now);
  }
  return `/images/${name}/960.webp`;
}

export async function* listImages(dataDir: string): AsyncIterable<StoredPicture> {
  const images = imagesFolder(dataDir);
  await mkdir(images, { recursive: true });
  for await (const { name } of await opendir(images)) {
    if (!isImageFolderName(name)) continue;
    const found = await stat(join(images, name)).catch(() => undefined);
    if (found) yield { name, savedAt: found.mtime };
  }
}

/** Renamed first, so that a picture is there whole or not at all. */
export async function removeImage(dataDir: string, name: string, before: Date): Promise<boolean> {
  const images = imagesFolder(dataDir);
  if ((await stat(join(images, name))).mtime >= before) return false;
  const removed = join(images, `${name}.removed-${crypto.randomUUID()}`);
  await rename(join(images, name), removed);
  await rm(removed, { recursive: true, force: true });
  return true;
}

export async function hasFreeSpace(dataDir: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize >= minFreeBytes;
}

const fullCodes = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

export function isDiskFull(error: unknown): boolean {
  return fullCodes.has(codeOf(error));
}

function isNameTaken(error: unknown): boolean {
  return ["ENOTEMPTY", "EEXIST"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Its entries then survive a power cut. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
