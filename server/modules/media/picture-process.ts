// A decoder that hangs, crashes or runs out of memory does not affect the shop. Only pixels leave this process.
import { writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { serialize } from "node:v8";
import { checkPicture, type PictureFault } from "./check-picture.ts";
import { loadDecoder, maxPixels } from "./decoder.ts";
import type { ImageSizes } from "./image-store.ts";

/** The largest accepted pictures need one or two seconds. */
const maxCpuMicroseconds = 10_000_000;
const maxHeightRatio = 4;

// CPU time instead of wall time, so that a busy machine rejects no picture.
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (user + system > maxCpuMicroseconds) process.kill(process.pid, "SIGKILL");
}, 200).unref();
// Other processes go first; if memory runs out, the kernel ends this one.
setPriority(5);
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});

const decode = await loadDecoder();
const make = process.argv[2] === "png" ? writePng : writeSizes;
process.stdout.write(serialize(await readPicture(await buffer(process.stdin))));

async function readPicture(bytes: Buffer): Promise<ImageSizes | Buffer | PictureFault> {
  const fault = await checkPicture(bytes);
  if (fault) return fault;
  const pixels = await readPixels(bytes).catch(() => undefined);
  if (!pixels) return "unreadable";
  return make(pixels);
}

async function writeSizes(pixels: Pixels): Promise<ImageSizes> {
  return {
    320: await write(pixels, 320),
    640: await write(pixels, 640),
    960: await write(pixels, 960),
  };
}

/** Without transparency, which paper does not have. */
function writePng({ data, info }: Pixels): Promise<Buffer> {
  const { width, height, channels } = info;
  return decode(data, { raw: { width, height, channels } })
    .flatten({ background: "#fff" })
    .png()
    .toBuffer();
}

type Pixels = Awaited<ReturnType<typeof readPixels>>;

function readPixels(bytes: Buffer) {
  return decode(bytes, {
    failOn: "error",
    limitInputPixels: maxPixels,
    pages: 1,
    autoOrient: true,
  })
    .resize(fitInto(960))
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
}

function write({ data, info }: Pixels, maxWidth: number): Promise<Buffer> {
  const { width, height, channels } = info;
  return decode(data, { raw: { width, height, channels } })
    .resize(fitInto(maxWidth))
    .webp({ quality: 82, smartSubsample: true })
    .toBuffer();
}

function fitInto(width: number) {
  return {
    width,
    height: width * maxHeightRatio,
    fit: "inside",
    withoutEnlargement: true,
  } as const;
}
