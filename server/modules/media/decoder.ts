// sharp, held short: what people send may be made to harm whoever reads it.
import type { SharpOptions } from "sharp";

/** What a picture of ours may have, and so the most that reading one can cost. */
export const maxPixels = 40_000_000;

export type Decoder = Awaited<ReturnType<typeof load>>;

let loading: Promise<Decoder> | undefined;

/** Loaded with the first picture: a shop at rest need not hold it in memory. */
export function loadDecoder(): Promise<Decoder> {
  loading ??= load();
  return loading;
}

async function load() {
  const { default: sharp } = await import("sharp");
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
  return (bytes: Buffer, options: SharpOptions) => sharp(bytes, options);
}
