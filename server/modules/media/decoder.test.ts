import { expect, it } from "vitest";
import { noisePicture } from "#tests/pictures.ts";
import { loadDecoder } from "./decoder.ts";

const readMetadata = async (bytes: Buffer) => (await loadDecoder())(bytes, {}).metadata();

it("the decoder reads the accepted formats only", async () => {
  for (const format of ["jpeg", "png", "webp", "avif"] as const) {
    expect((await readMetadata(await noisePicture(9, 9).toFormat(format).toBuffer())).width).toBe(
      9,
    );
  }
  for (const format of ["gif", "tiff"] as const) {
    await expect(
      readMetadata(await noisePicture(9, 9).toFormat(format).toBuffer()),
    ).rejects.toThrow(/unsupported/);
  }
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  await expect(readMetadata(Buffer.from(drawing))).rejects.toThrow(/unsupported/);
});
