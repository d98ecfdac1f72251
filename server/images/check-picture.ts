// Looks at what a file says of itself, before a single pixel of it is read.
import type { Metadata } from "sharp";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { countFrames } from "./count-frames.ts";
import { mostPixels, openDecoder } from "./decoder.ts";

/** Only the first is shown; a picture with more of them is no picture but a burden. */
const mostFrames = 1_000;

const notAPicture = refuse(
  "unsupported-media-type",
  "Please choose a JPEG, PNG, WebP or AVIF picture.",
);
const tooManyPixels = refuse(
  "too-large",
  `That picture is too large: ${mostPixels / 1_000_000} megapixels is the most.`,
);
const tooManyFrames = refuse(
  "too-large",
  "That picture has too many frames. Please choose one that stands still.",
);

/** What the file is, its content says; its name and its announced type are nobody's word. */
export async function checkPicture(
  bytes: Buffer,
): Promise<Refusal<"unsupported-media-type" | "too-large"> | undefined> {
  // First, because the decoder itself would lose its time over them.
  if (countFrames(bytes) > mostFrames) return tooManyFrames;
  const decode = await openDecoder();
  let told: Metadata;
  try {
    told = await decode(bytes, { limitInputPixels: false, pages: 1 }).metadata();
  } catch {
    return notAPicture;
  }
  if (!isTaken(told)) return notAPicture;
  if (told.width * told.height > mostPixels) return tooManyPixels;
  if ((told.pages ?? 1) > mostFrames) return tooManyFrames;
  return undefined;
}

function isTaken({ format, compression }: Metadata): boolean {
  if (format === "heif") return compression === "av1";
  return format === "jpeg" || format === "png" || format === "webp";
}
