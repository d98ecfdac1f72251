// Unpacks and validates a backup, which may be damaged or forged.
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as tar from "tar";
import { isImageFolderName, isImageName } from "#server/modules/media/image-store.ts";
import { type Manifest, manifestFile, manifestSchema, tableFile } from "./manifest.ts";

export class InvalidBackup extends Error {}

export async function openBackup(file: string, into: string): Promise<Manifest> {
  try {
    await tar.extract({
      file,
      cwd: into,
      strict: true,
      preserveOwner: false,
      filter: isExpectedPath,
    });
  } catch (error) {
    throw new InvalidBackup(`${file} is no backup, or not whole: ${(error as Error).message}`);
  }
  const page = await readManifest(file, into);
  const tables = await readdir(join(into, "tables")).catch((): string[] => []);
  const lost = page.tables.find(({ name }) => !tables.includes(basename(tableFile(name))));
  if (lost) throw new InvalidBackup(`${file} is not whole: "${lost.name}" is not in it`);
  const pictures = await readdir(join(into, "images")).catch(() => []);
  if (pictures.length !== page.pictures) {
    throw new InvalidBackup(
      `${file} is not whole: it has ${pictures.length} of ${page.pictures} pictures`,
    );
  }
  return page;
}

async function readManifest(file: string, into: string): Promise<Manifest> {
  const text = await readFile(join(into, manifestFile), "utf8").catch(() => "null");
  const read = manifestSchema.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new InvalidBackup(`${file} is no backup of this shop: ${issue?.message}`);
}

function isExpectedPath(path: string): boolean {
  const [folder = "", name = "", picture, ...more] = path.replace(/\/$/, "").split("/");
  if (more.length > 0) return false;
  if (folder === manifestFile) return name === "";
  if (folder === "tables") return name === "" || /^[a-z_][a-z0-9_]*\.copy\.gz$/.test(name);
  if (folder !== "images") return false;
  return name === "" || (picture ? isImageName(name, picture) : isImageFolderName(name));
}
