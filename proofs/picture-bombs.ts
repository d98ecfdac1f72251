// Pictures that are small to send and enormous to decode.
import sharp from "sharp";
import { blackPng, noisePicture, pngChunk, pngHeader, pngStart } from "#tests/pictures.ts";

export type PictureBomb = { name: string; bytes: Buffer };

const tenThousand = 10_000;

export async function pictureBombs(): Promise<PictureBomb[]> {
  return [
    { name: "PNG of 196 megapixels", bytes: blackPng(14_000, 14_000) },
    { name: "PNG of 65,535²", bytes: pngOfSize(65_535, 65_535) },
    { name: "JPEG of 65,500²", bytes: await jpegOfSize(65_500) },
    { name: "WebP of 16,383²", bytes: await animatedWebp(2, 16_383) },
    { name: "AVIF of 65,535²", bytes: await avifOfSize(65_535) },
    { name: "WebP of 10,000 frames", bytes: await animatedWebp(tenThousand, 100) },
    { name: "WebP of 20,000 frames", bytes: await animatedWebp(20_000, 4) },
    { name: "APNG of 10,000 frames", bytes: animatedPng() },
    { name: "GIF of 10,000 frames", bytes: animatedGif() },
  ];
}

function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "#444" } });
}

function pngOfSize(width: number, height: number): Buffer {
  const data = blackPng(64, 64).subarray(pngStart.length + 25);
  return Buffer.concat([pngStart, pngHeader(width, height), data]);
}

async function jpegOfSize(side: number): Promise<Buffer> {
  const bytes = await noisePicture(64, 64).jpeg().toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(side, frame + 5);
  bytes.writeUInt16BE(side, frame + 7);
  return bytes;
}

async function avifOfSize(side: number): Promise<Buffer> {
  const bytes = await noisePicture(64, 64).avif({ effort: 0 }).toBuffer();
  const size = bytes.indexOf("ispe") + 8;
  bytes.writeUInt32BE(side, size);
  bytes.writeUInt32BE(side, size + 4);
  return bytes;
}

async function animatedWebp(frames: number, side: number): Promise<Buffer> {
  const still = await flat(1, 1).webp({ lossless: true }).toBuffer();
  const header = Buffer.alloc(16);
  header.writeUIntLE(40, 12, 3);
  const frame = riffChunk("ANMF", Buffer.concat([header, still.subarray(12)]));
  const canvas = Buffer.alloc(10);
  canvas[0] = 2;
  canvas.writeUIntLE(side - 1, 4, 3);
  canvas.writeUIntLE(side - 1, 7, 3);
  const chunks = [
    Buffer.from("WEBP"),
    riffChunk("VP8X", canvas),
    riffChunk("ANIM", Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  ];
  return riffChunk("RIFF", Buffer.concat(chunks));
}

function animatedPng(): Buffer {
  const count = Buffer.alloc(8);
  count.writeUInt32BE(tenThousand);
  const still = blackPng(4, 4, pngChunk("acTL", count));
  const end = still.subarray(-12);
  const pixels = compressedPixels(still);
  const frames = Array.from({ length: tenThousand - 1 }, (_, at) => {
    const control = Buffer.alloc(26);
    control.writeUInt32BE(at * 2, 0);
    control.writeUInt32BE(4, 4);
    control.writeUInt32BE(4, 8);
    const order = Buffer.alloc(4);
    order.writeUInt32BE(at * 2 + 1);
    return [pngChunk("fcTL", control), pngChunk("fdAT", Buffer.concat([order, pixels]))];
  });
  return Buffer.concat([still.subarray(0, -12), ...frames.flat(), end]);
}

function compressedPixels(png: Buffer): Buffer {
  const at = png.indexOf("IDAT");
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
}

function animatedGif(): Buffer {
  const screen = Buffer.from("47494638396164006400800000000000ffffff", "hex");
  const frame = Buffer.from("21f90400040000002c0000000001000100000202440100", "hex");
  const frames = Array.from({ length: tenThousand }, () => frame);
  return Buffer.concat([screen, ...frames, Buffer.from(";")]);
}

function riffChunk(kind: string, data: Buffer): Buffer {
  const head = Buffer.from(`${kind}\0\0\0\0`, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/**
 * A JPEG of 40 megapixels in thousands of scans, each of which makes the decoder go over all of it
 */
export async function layeredJpeg(): Promise<Buffer> {
  const plain = await flat(8000, 5000)
    .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
    .toBuffer();
  const [base, first] = scansOf(plain);
  if (!base || !first) throw new Error("It has no scans");
  const empty = plain.subarray(first.at + 10, first.end);
  const table = plain[first.at + 6] ?? 0;
  const scans: Buffer[] = [];
  const components = [1, 2, 3];
  const coefficients = Array.from({ length: 63 }, (_, at) => at + 1);
  for (const component of components) {
    for (const at of coefficients) {
      for (let bit = 13; bit >= 0; bit--) {
        const before = bit === 13 ? 0 : bit + 1;
        const head = [0xff, 0xda, 0, 8, 1, component, table, at, at, (before << 4) | bit];
        scans.push(Buffer.from(head), empty);
      }
    }
  }
  return Buffer.concat([plain.subarray(0, first.at), ...scans, Buffer.from([0xff, 0xd9])]);
}

function scansOf(jpeg: Buffer): { at: number; end: number }[] {
  const scans: { at: number; end: number }[] = [];
  let at = 2;
  while (at + 4 < jpeg.length && jpeg[at + 1] !== 0xd9) {
    const isScan = jpeg[at + 1] === 0xda;
    let end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (isScan) {
      while (end < jpeg.length && !(jpeg[end] === 0xff && jpeg[end + 1] !== 0)) end++;
      scans.push({ at, end });
    }
    at = end;
  }
  return scans;
}
