// Row 29: pictures that are small to send and enormous to decode.

import { readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { signUp } from "#tests/people.ts";
import {
  blackPng,
  noisePicture,
  pngChunk,
  pngHeader,
  pngStart,
  uploadPicture,
} from "#tests/pictures.ts";
import { clearLimits } from "./database.ts";
import { full, report } from "./report.ts";
import { startShop } from "./start-shop.ts";
import { quantile } from "./statistics.ts";

type PictureBomb = { name: string; bytes: Buffer };

const tenThousand = 10_000;

async function pictureBombs(): Promise<PictureBomb[]> {
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
async function layeredJpeg(): Promise<Buffer> {
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

type Outcome = { refused: boolean; ms: number; mb: number };
const limits = { ms: 100, mb: 150 };
const repeats = full ? 20 : 1;

function isHarmless({ refused, ms, mb }: Outcome, slowness = 1): boolean {
  return refused && ms <= limits.ms * slowness && mb < limits.mb;
}

function memoryOf(pid: number): number {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  const sizes = [pid, ...children].map((each) => {
    return Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${each}/status`))?.[1] ?? 0);
  });
  return sizes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1_000;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

async function measure(pid: number, send: () => Promise<boolean>): Promise<Outcome> {
  const before = memoryOf(pid);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid));
  }, 2);
  const started = performance.now();
  const refused = await send();
  const ms = performance.now() - started;
  clearInterval(sampling);
  return { refused, ms, mb: Math.max(peak, memoryOf(pid)) - before };
}

describe("row 29: picture bombs", () => {
  let bombs: PictureBomb[] = [];
  beforeAll(async () => {
    bombs = await pictureBombs();
  });

  it("are refused at once, without decoding them", async () => {
    const shop = await startShop();
    const ada = await signUp(shop);
    const small = await noisePicture().jpeg().toBuffer();
    expect((await uploadPicture(ada, small)).status).toBe(200);
    const kinds: (Outcome & { name: string })[] = [];
    for (const { name, bytes } of bombs) {
      const outcomes: Outcome[] = [];
      while (outcomes.length < repeats) {
        await clearLimits(shop.database);
        const send = async () => [413, 415].includes((await uploadPicture(ada, bytes)).status);
        outcomes.push(await measure(shop.program().pid, send));
      }
      kinds.push({ name, ...summaryOf(outcomes) });
    }
    // In the quick size other tests use the machine too.
    const failed = kinds.filter((kind) => !isHarmless(kind, full ? 1 : 50));
    report({
      check: `${bombs.length} kinds of bombs, each ${repeats} times`,
      target: "refused within 100 ms, memory up by under 150 MB",
      figure: `${largest(kinds, "ms")} ms (median of the slowest kind), ${largest(kinds, "mb")} MB`,
      faults: failed,
    });
    expect((await uploadPicture(ada, small)).status).toBe(200);
  });

  it.runIf(full)("that are slow to decode are stopped and delay nobody", async () => {
    const shop = await startShop();
    const [ada, vera] = [await signUp(shop), await signUp(shop)];
    const bomb = await layeredJpeg();
    const waits: number[] = [];
    let isAnswered = false;
    const decoding = measure(shop.program().pid, async () => {
      const { status } = await uploadPicture(ada, bomb);
      isAnswered = true;
      return status === 400;
    });
    while (!isAnswered) {
      const started = performance.now();
      expect((await vera.get("/api/identity/session")).status).toBe(200);
      waits.push(performance.now() - started);
    }
    const { ms, refused } = await decoding;
    const p95 = quantile(waits, 0.95);
    report({
      check: `JPEG of 40 megapixels in 2,647 layers (${Math.round(bomb.length / 1000)} KB)`,
      target: "stopped after 10 s of work; p95 of others under 50 ms meanwhile",
      figure: `${(ms / 1000).toFixed(1)} s; ${p95.toFixed(1)} ms`,
      pass: refused && ms < 30_000 && p95 < 50,
    });
  });

  it("negative control: a decoder without limits is found out", async () => {
    const decode = (bytes: Buffer) => async () => {
      const options = { limitInputPixels: false, unlimited: true, pages: -1 };
      await sharp(bytes, options).raw().toBuffer();
      return false;
    };
    const decodable = bombs.filter(({ name }) => /196|10,000/.test(name));
    expect(decodable).toHaveLength(4);
    const outcomes: Outcome[] = [];
    for (const { bytes } of decodable) outcomes.push(await measure(process.pid, decode(bytes)));
    expect(outcomes.map((outcome) => isHarmless(outcome))).toEqual([false, false, false, false]);
    // They are not only accepted: they cost as much memory as they threaten to.
    expect(largest(outcomes, "mb")).toBeGreaterThan(limits.mb);
  });
});

function summaryOf(outcomes: Outcome[]): Outcome {
  return {
    refused: outcomes.every(({ refused }) => refused),
    ms: quantile(
      outcomes.map(({ ms }) => ms),
      0.5,
    ),
    mb: Math.max(...outcomes.map(({ mb }) => mb)),
  };
}

const largest = (outcomes: Outcome[], key: "ms" | "mb") =>
  Math.round(Math.max(...outcomes.map((outcome) => outcome[key])));
