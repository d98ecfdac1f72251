// Pictures lie in DATA_DIR/images, one folder each, named after their content; in it one file
// for each width that the pages use. The smallest is fit for avatars, the largest for cards.
import { createHash } from "node:crypto";
import { mkdir, open, rename, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const imageWidths = [320, 640, 960] as const;
export type ImageSizes = Record<(typeof imageWidths)[number], Buffer>;

/** The database lives on the same disk, as a rule, and must not be crowded out. */
const leastFree = 256 * 1024 * 1024;

export const imagesFolder = (dataDir: string) => join(dataDir, "images");

/** One that is whole; while it is being written, it has another name. */
export function isImageFolderName(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}

export function isImageName(name: string, file: string): boolean {
  return isImageFolderName(name) && /^(320|640|960)\.webp$/.test(file);
}

/** After its content: the same picture is kept once. */
export function imageName(sizes: ImageSizes): string {
  return createHash("sha256").update(sizes[960]).digest("hex").slice(0, 32);
}

/** Keeps a picture, whole or not at all, and answers its address. */
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
    if (!isThereAlready(error)) throw error;
  }
  return `/images/${name}/960.webp`;
}

export async function hasFreeSpace(dataDir: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize >= leastFree;
}

const full = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** The disk takes no more just now. */
export function isDiskFull(error: unknown): boolean {
  return full.has(codeOf(error));
}

/** What is under this name has this content. */
function isThereAlready(error: unknown): boolean {
  return ["ENOTEMPTY", "EEXIST"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** What is named in it survives a power cut. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
