// Pictures lie in DATA_DIR/images, one folder each, named after their content; in it one file
// for each width that the pages use.
import { createHash } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const imageWidths = [320, 640, 960] as const;
export type ImageSizes = Record<(typeof imageWidths)[number], Buffer>;

export function isImageName(name: string, file: string): boolean {
  return /^[0-9a-f]{32}$/.test(name) && /^(320|640|960)\.webp$/.test(file);
}

/** Keeps a picture, whole or not at all, and answers its address. */
export async function keepImage(dataDir: string, sizes: ImageSizes): Promise<string> {
  const name = createHash("sha256").update(sizes[960]).digest("hex").slice(0, 32);
  const folder = join(dataDir, "images", name);
  const unfinished = `${folder}.${process.pid}-${crypto.randomUUID()}`;
  await mkdir(unfinished, { recursive: true });
  for (const width of imageWidths) await writeFile(join(unfinished, `${width}.webp`), sizes[width]);
  try {
    await rename(unfinished, folder);
  } catch {
    // The same picture is there already.
    await rm(unfinished, { recursive: true });
  }
  return `/images/${name}/960.webp`;
}
