// Builds the browser's files, compressed, and the server's renderer.
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
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

const keptMs = 24 * 60 * 60 * 1_000;
const mostKept = 10;

/**
 * The previous build stays until this one is complete. Its files can be had for another day
 * (findEarlierAsset in server/platform/pages/built-web.ts): pages that are open load more of them.
 */
export async function putInPlace(dist = "dist", now = Date.now()): Promise<void> {
  const earlier = join(dist, "earlier");
  await mkdir(earlier, { recursive: true });
  await rename(join(dist, "web"), join(earlier, `${now}`)).catch(ignoreMissing);
  await rename(join(dist, "next/web"), join(dist, "web"));
  await rm(join(dist, "renderer"), { recursive: true, force: true });
  await rename(join(dist, "next/renderer"), join(dist, "renderer"));
  await rm(join(dist, "next"), { recursive: true });
  const newestFirst = (await readdir(earlier)).map(Number).sort((a, b) => b - a);
  for (const [at, replacedAt] of newestFirst.entries()) {
    if (at < mostKept && now - replacedAt < keptMs) continue;
    await rm(join(earlier, `${replacedAt}`), { recursive: true });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
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
