// Builds the browser's files, compressed, and the server's renderer.
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createBuilder } from "vite";

const compressible = new Set([".css", ".js", ".svg", ".txt", ".webmanifest"]);

export async function buildWeb(): Promise<void> {
  // Whatever NODE_ENV the shell has.
  process.env.NODE_ENV = "production";
  const builder = await createBuilder({ mode: "production", logLevel: "warn" });
  await builder.buildApp();
  await compress("dist/next/web");
  await putInPlace();
}

/** The previous build stays until this one is complete. */
async function putInPlace(): Promise<void> {
  for (const part of ["web", "renderer"]) {
    await rm(join("dist", part), { recursive: true, force: true });
    await rename(join("dist/next", part), join("dist", part));
  }
  await rm("dist/next", { recursive: true });
}

async function compress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    files.map(async (file) => {
      if (!file.isFile() || !compressible.has(extname(file.name))) return;
      const path = join(file.parentPath, file.name);
      const bytes = await readFile(path);
      const brotli = promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
      });
      await writeFile(`${path}.br`, await brotli);
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

if (import.meta.main) await buildWeb();
