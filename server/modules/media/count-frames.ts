// Counts frames without the decoder, which ignores those of a PNG and needs quadratic time for WebP.

const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const webp = Buffer.from("WEBP");
const animation = code("acTL");
const pixels = code("IDAT");
const frame = code("ANMF");

export function countFrames(bytes: Buffer): number {
  if (bytes.subarray(0, png.length).equals(png)) return countPngFrames(bytes);
  if (bytes.subarray(8, 12).equals(webp)) return countWebpFrames(bytes);
  return 1;
}

function countPngFrames(bytes: Buffer): number {
  let at = png.length;
  while (at + 12 <= bytes.length) {
    const kind = bytes.readUInt32BE(at + 4);
    if (kind === animation) return bytes.readUInt32BE(at + 8);
    if (kind === pixels) break;
    at += 12 + bytes.readUInt32BE(at);
  }
  return 1;
}

function countWebpFrames(bytes: Buffer): number {
  let frames = 0;
  let at = 12;
  while (at + 8 <= bytes.length) {
    if (bytes.readUInt32BE(at) === frame) frames++;
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return frames;
}

function code(kind: string): number {
  return Buffer.from(kind).readUInt32BE();
}
