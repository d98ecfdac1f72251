import type { SharpOptions } from "sharp";

export const maxPixels = 40_000_000;

export type Decoder = Awaited<ReturnType<typeof load>>;

let loading: Promise<Decoder> | undefined;

export function loadDecoder(): Promise<Decoder> {
  loading ??= load();
  return loading;
}

async function load() {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: [
      "VipsForeignLoadJpegBuffer",
      "VipsForeignLoadPngBuffer",
      "VipsForeignLoadWebpBuffer",
      "VipsForeignLoadHeifBuffer",
    ],
  });
  // No file is decoded twice, and the other cores are for other processes.
  sharp.cache(false);
  sharp.concurrency(1);
  return (bytes: Buffer, options: SharpOptions) => sharp(bytes, options);
}
