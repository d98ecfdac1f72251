import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { PageRenderer } from "#contract/pages/renderer.ts";
import {
  type CachedResponse,
  type Encoding,
  toEncoded,
  toEntry,
} from "#server/platform/http/cached-response.ts";

const built = fileURLToPath(new URL("../../../dist", import.meta.url));

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

/** Assets by URL path, in memory, so that a new build does not remove them. */
export type Assets = ReadonlyMap<string, Partial<Record<Encoding, CachedResponse>>>;
let assets: Promise<Assets> | undefined;

export function loadAssets(): Promise<Assets> {
  assets ??= readAssets();
  return assets;
}

const forever = "public, max-age=31536000, immutable";

async function readAssets(): Promise<Assets> {
  const found = new Map<string, Partial<Record<Encoding, CachedResponse>>>();
  const folder = join(built, "web");
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files) {
    const type = types[extname(file.name)];
    if (!file.isFile() || !type) continue;
    const path = join(file.parentPath, file.name);
    const url = path.slice(folder.length).replaceAll("\\", "/");
    // Files in assets/ are named after their content.
    const cacheControl = url.startsWith("/assets/") ? forever : "public, max-age=3600";
    const identity = toEntry({ status: 200, type, body: await readFile(path), cacheControl });
    const encoded = await readEncoded(path, identity);
    found.set(url, { identity, ...encoded });
  }
  return found;
}

const assetPath = /^\/assets\/[\w-][\w.-]*$/;

/** Of a build that was replaced within a day (scripts/build.ts), or of the one that replaces this one. */
export async function findEarlierAsset(
  path: string,
  dist = built,
): Promise<CachedResponse | undefined> {
  const type = types[extname(path)];
  if (!type || !assetPath.test(path)) return undefined;
  const earlier = await readdir(join(dist, "earlier")).catch(() => []);
  const folders = [join(dist, "web"), ...earlier.map((name) => join(dist, "earlier", name))];
  for (const folder of folders) {
    const body = await readFile(join(folder, path)).catch(() => undefined);
    if (body) return toEntry({ status: 200, type, body, cacheControl: forever });
  }
  return undefined;
}

async function readEncoded(path: string, identity: CachedResponse) {
  const [br, gzip] = await Promise.all(
    [".br", ".gz"].map((ending) => readFile(path + ending).catch(() => undefined)),
  );
  return {
    ...(br && { br: toEncoded(identity, "br", br) }),
    ...(gzip && { gzip: toEncoded(identity, "gzip", gzip) }),
  };
}
