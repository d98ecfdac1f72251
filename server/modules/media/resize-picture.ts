import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { deserialize } from "node:v8";
import { refuse } from "#contract/refusals.ts";
import { Semaphore } from "#server/platform/rate-limits/semaphore.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import type { PictureFault } from "./check-picture.ts";
import { maxPixels } from "./decoder.ts";
import type { ImageSizes } from "./image-store.ts";

/** One at a time: the largest need a core and hundreds of megabytes. */
const decoding = new Semaphore(1, 16);

const refusals = {
  "not-a-picture": refuse(
    "unsupported-media-type",
    "Please choose a JPEG, PNG, WebP or AVIF picture.",
  ),
  "too-many-pixels": refuse(
    "too-large",
    `That picture is too large: ${maxPixels / 1_000_000} megapixels is the limit.`,
  ),
  "too-many-frames": refuse(
    "too-large",
    "That picture has too many frames. Please choose a still picture.",
  ),
  unreadable: refuse("invalid", "That picture cannot be read. Please choose another one."),
} as const satisfies Record<PictureFault, unknown>;

type PictureRefusal = (typeof refusals)[PictureFault];

export async function resizePicture(bytes: Buffer): Promise<ImageSizes | PictureRefusal> {
  const result = await decoding.run(() => runPictureProcess<ImageSizes>(bytes));
  return typeof result === "string" ? refusals[result] : result;
}

export async function toPng(bytes: Buffer): Promise<Buffer | undefined> {
  const result = await decoding.run(() => runPictureProcess<Buffer>(bytes, "png"));
  return typeof result === "string" ? undefined : Buffer.from(result);
}

const program = join(import.meta.dirname, "picture-process.ts");
/** Halves the start of the process. */
const compileCache = join(import.meta.dirname, "../../../.cache/compiled");

/** The process gets no environment, so it knows no secrets. */
async function runPictureProcess<Result>(
  bytes: Buffer,
  ...args: "png"[]
): Promise<Result | PictureFault> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { NODE_COMPILE_CACHE: compileCache },
    stdio: ["pipe", "pipe", "ignore"],
  });
  // The process may end before it has read everything.
  child.stdin.on("error", () => {});
  child.stdin.end(bytes);
  const [output, [code, signal]] = await Promise.all([buffer(child.stdout), once(child, "close")]);
  if (code === 0) return deserialize(output);
  if (!signal) throw new Error(`The picture process failed with exit code ${code}`);
  log.error(`The picture process was ended by ${signal}`);
  return "unreadable";
}
