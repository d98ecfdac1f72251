// Pictures for tests, and their upload.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import type { OpenShop } from "./open-shop.ts";
import type { Visitor } from "./people.ts";

/** Noise, so that it does not compress to nothing. */
export function noisePicture(width = 400, height = 300) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#999",
      noise: { type: "gaussian", mean: 140, sigma: 40 },
    },
  });
}

/** A chunk of a PNG with its check sum. */
export function pngChunk(kind: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), chunk.length - 4);
  return chunk;
}

export const pngStart = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

export function pngHeader(width: number, height: number, bytesPerPixel: 1 | 3 | 4 = 3): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = { 1: 0, 3: 2, 4: 6 }[bytesPerPixel];
  return pngChunk("IHDR", header);
}

/** A large area in very few bytes. */
export function blackPng(width: number, height: number, ...moreChunks: Buffer[]): Buffer {
  const rows = deflateSync(Buffer.alloc((width * 3 + 1) * height), { level: 9 });
  return Buffer.concat([
    pngStart,
    pngHeader(width, height),
    ...moreChunks,
    pngChunk("IDAT", rows),
    pngChunk("IEND"),
  ]);
}

export type Uploaded = { status: number; url: string; body: unknown };

export async function uploadPicture(
  { request }: Pick<Visitor, "request">,
  picture: Uint8Array,
  { field = "image", name = "me.jpg", type = "image/jpeg" } = {},
): Promise<Uploaded> {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(picture)], { type }), name);
  return readUpload(await request("/api/images", { method: "POST", body: form }));
}

export async function readUpload(response: Response): Promise<Uploaded> {
  const body = (await response.json()) as { data?: { url: string } };
  return { status: response.status, url: body.data?.url ?? "", body };
}

/** What the shop keeps of uploaded pictures. */
const imagesOf = ({ shop }: OpenShop) => join(shop.env.DATA_DIR, "images");

export const listImages = (shop: OpenShop): Promise<string[]> =>
  readdir(imagesOf(shop)).catch(() => []);

export async function emptyImages(shop: OpenShop): Promise<void> {
  for (const image of await listImages(shop)) {
    await rm(join(imagesOf(shop), image), { recursive: true });
  }
}
