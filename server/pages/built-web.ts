import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { PageRenderer } from "#contract/renderer.ts";
import type { Answer, Encoding, PreparedAnswers } from "#server/http/prepared.ts";

const built = fileURLToPath(new URL("../../dist", import.meta.url));

/** What the pages need of the web: its renderer and its index.html. */
export type Web = { renderer: PageRenderer; template: string };

export async function loadBuiltWeb(): Promise<Web> {
  const template = await readFile(join(built, "web/index.html"), "utf8");
  const renderer: PageRenderer = await import(
    pathToFileURL(join(built, "renderer/renderer.js")).href
  );
  return { renderer, template };
}

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

type Asset = { url: string; answer: Answer; encoded: Map<Encoding, Buffer> };
let assets: Promise<Asset[]> | undefined;

/** The browser's files, kept in memory; read once, however many shops a process has. */
export async function keepAssets(prepared: PreparedAnswers): Promise<void> {
  assets ??= readAssets();
  for (const { url, answer, encoded } of await assets) prepared.keep(url, answer, encoded);
}

/** With the compressed forms that the build made. */
async function readAssets(): Promise<Asset[]> {
  const found: Asset[] = [];
  const folder = join(built, "web");
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files) {
    const type = types[extname(file.name)];
    if (!file.isFile() || !type) continue;
    const path = join(file.parentPath, file.name);
    const url = path.slice(folder.length).replaceAll("\\", "/");
    const encoded = new Map<Encoding, Buffer>();
    for (const [encoding, ending] of [
      ["br", ".br"],
      ["gzip", ".gz"],
    ] as const) {
      const bytes = await readFile(path + ending).catch(() => undefined);
      if (bytes) encoded.set(encoding, bytes);
    }
    // Files in assets/ are named after their content, so what has been read never changes.
    const cacheControl = url.startsWith("/assets/")
      ? "public, max-age=31536000, immutable"
      : "public, max-age=3600";
    const body = await readFile(path);
    found.push({ url, answer: { status: 200, type, body, cacheControl }, encoded });
  }
  return found;
}
