// Looks at what a file says of itself, before a single pixel of it is read.
import type { Metadata } from "sharp";
import { countFrames } from "./count-frames.ts";
import { loadDecoder, maxPixels } from "./decoder.ts";

/** Only the first is shown; a picture with more of them is no picture but a burden. */
const mostFrames = 1_000;

/** Why a file is not taken. */
export type PictureFault = "not-a-picture" | "too-many-pixels" | "too-many-frames" | "unreadable";

/** What the file is, its content says; its name and its announced type are nobody's word. */
export async function checkPicture(bytes: Buffer): Promise<PictureFault | undefined> {
  // First, because the decoder itself would lose its time over them.
  if (countFrames(bytes) > mostFrames) return "too-many-frames";
  const decode = await loadDecoder();
  let told: Metadata;
  try {
    told = await decode(bytes, { limitInputPixels: false, pages: 1 }).metadata();
  } catch {
    return "not-a-picture";
  }
  if (!isTaken(told)) return "not-a-picture";
  if (told.width * told.height > maxPixels) return "too-many-pixels";
  if ((told.pages ?? 1) > mostFrames) return "too-many-frames";
  return undefined;
}

function isTaken({ format, compression }: Metadata): boolean {
  if (format === "heif") return compression === "av1";
  return format === "jpeg" || format === "png" || format === "webp";
}
