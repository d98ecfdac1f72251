// sharp, held short: what people send may be made to harm whoever reads it.
import sharp, { type SharpOptions } from "sharp";

/** What a picture of ours may have, and so the most that reading one can cost. */
export const mostPixels = 40_000_000;
/** How a process ends that could not read its picture; any other end is a fault of ours. */
export const unreadableCode = 65;

// The formats that are taken, and not one of the others that could be read.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});
// Nothing is read twice, and the other cores belong to everybody else.
sharp.cache(false);
sharp.concurrency(1);

export function decoder(bytes: Buffer, options: SharpOptions) {
  return sharp(bytes, options);
}
