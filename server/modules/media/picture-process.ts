// A process that reads one upload, from its first byte on, and ends. Whatever a picture does to it (a decoder that never
// comes to an end, eats all memory, or breaks), the shop goes on, and so does the next picture.
// Only pixels leave it: of the file that came nothing is left, neither what a camera wrote into
// it nor what somebody hid in it.
import { writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { serialize } from "node:v8";
import { checkPicture, type PictureFault } from "./check-picture.ts";
import { loadDecoder, maxPixels } from "./decoder.ts";
import type { ImageSizes } from "./image-store.ts";

/** The largest pictures that we take need one or two seconds of work; in microseconds. */
const mostWork = 10_000_000;
/** Taller than so many times its width, a picture is made narrower instead. */
const tallest = 4;

// Its own alarm, which rings even if the shop is gone. It counts the work done and not the time
// gone by, so that on a busy machine no picture is taken for one that never ends.
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (user + system > mostWork) process.kill(process.pid, "SIGKILL");
}, 200).unref();
// All others go first, and if memory runs out, this goes first.
setPriority(5);
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});

const decode = await loadDecoder();
process.stdout.write(serialize(await readPicture(await buffer(process.stdin))));

async function readPicture(bytes: Buffer): Promise<ImageSizes | PictureFault> {
  const fault = await checkPicture(bytes);
  if (fault) return fault;
  const pixels = await readPixels(bytes).catch(() => undefined);
  if (!pixels) return "unreadable";
  return {
    320: await write(pixels, 320),
    640: await write(pixels, 640),
    960: await write(pixels, 960),
  };
}

type Pixels = Awaited<ReturnType<typeof readPixels>>;

/** The first frame, upright, in the colours that every screen knows; damage is an error. */
function readPixels(bytes: Buffer) {
  return decode(bytes, {
    failOn: "error",
    limitInputPixels: maxPixels,
    pages: 1,
    autoOrient: true,
  })
    .resize(within(960))
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
}

function write({ data, info }: Pixels, most: number): Promise<Buffer> {
  const { width, height, channels } = info;
  return decode(data, { raw: { width, height, channels } })
    .resize(within(most))
    .webp({ quality: 82, smartSubsample: true })
    .toBuffer();
}

function within(width: number) {
  return { width, height: width * tallest, fit: "inside", withoutEnlargement: true } as const;
}
