import type { Metadata } from "sharp";
import { countFrames } from "./count-frames.ts";
import { loadDecoder, maxPixels } from "./decoder.ts";

/** Only the first is shown. */
const maxFrames = 1_000;

export type PictureFault = "not-a-picture" | "too-many-pixels" | "too-many-frames" | "unreadable";

/** Goes by the content; the file's name and declared type are not trusted. */
export async function checkPicture(bytes: Buffer): Promise<PictureFault | undefined> {
  // First, because the decoder takes long over many frames.
  if (countFrames(bytes) > maxFrames) return "too-many-frames";
  const decode = await loadDecoder();
  let metadata: Metadata;
  try {
    metadata = await decode(bytes, { limitInputPixels: false, pages: 1 }).metadata();
  } catch {
    return "not-a-picture";
  }
  if (!isAccepted(metadata)) return "not-a-picture";
  if (metadata.width * metadata.height > maxPixels) return "too-many-pixels";
  if ((metadata.pages ?? 1) > maxFrames) return "too-many-frames";
  return undefined;
}

function isAccepted({ format, compression }: Metadata): boolean {
  if (format === "heif") return compression === "av1";
  return format === "jpeg" || format === "png" || format === "webp";
}
