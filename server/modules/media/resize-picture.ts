// Makes of any picture the ones that we keep.
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

/** One at a time: the largest take a core and, while they are read, hundreds of megabytes. */
const reading = new Semaphore(1, 16);

const refusals = {
  "not-a-picture": refuse(
    "unsupported-media-type",
    "Please choose a JPEG, PNG, WebP or AVIF picture.",
  ),
  "too-many-pixels": refuse(
    "too-large",
    `That picture is too large: ${maxPixels / 1_000_000} megapixels is the most.`,
  ),
  "too-many-frames": refuse(
    "too-large",
    "That picture has too many frames. Please choose one that stands still.",
  ),
  unreadable: refuse("invalid", "That picture cannot be read. Please choose another one."),
} as const satisfies Record<PictureFault, unknown>;

type CannotBeMade = (typeof refusals)[PictureFault];

export async function resizePicture(bytes: Buffer): Promise<ImageSizes | CannotBeMade> {
  const made = await reading.run(() => readElsewhere(bytes));
  return typeof made === "string" ? refusals[made] : made;
}

const program = join(import.meta.dirname, "picture-process.ts");
/** Where the shop keeps its own compiled code: half of the start of the process is saved. */
const compiled = join(import.meta.dirname, "../../../.cache/compiled");

/** In a process of its own, which knows no secrets either. */
async function readElsewhere(bytes: Buffer): Promise<ImageSizes | PictureFault> {
  const child = spawn(process.execPath, [program], {
    env: { NODE_COMPILE_CACHE: compiled },
    stdio: ["pipe", "pipe", "ignore"],
  });
  // It may end before it has heard everything.
  child.stdin.on("error", () => {});
  child.stdin.end(bytes);
  const [made, [code, signal]] = await Promise.all([buffer(child.stdout), once(child, "close")]);
  if (code === 0) return deserialize(made);
  if (!signal) throw new Error(`No picture can be read: exit code ${code}`);
  log.error(`A picture ended the process that read it: ${signal}`);
  return "unreadable";
}
