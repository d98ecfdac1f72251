// Draws what cannot be an SVG: the icons of phones, the icon of old browsers, and the picture that
// shows where somebody shares a page. Their files are kept; run this when the mark has changed:
// node_modules/.bin/node scripts/draw-brand.ts
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import sharp, { type Sharp } from "sharp";
import { findChromium } from "./find-chromium.ts";
import { sharePicture } from "./share-picture.ts";

const kept = "web/public";
const ground = "#1a1d21";

const mark = await readFile(`${kept}/favicon.svg`);
const drawn = (size: number) => sharp(mark, { density: (72 * size) / 32 }).resize(size, size);

for (const [name, size] of [
  ["icon-192.png", 192],
  ["icon-512.png", 512],
  ["apple-touch-icon.png", 180],
] as const) {
  await writeFile(`${kept}/${name}`, await small(drawn(size)));
}

// Phones cut the edges of this one off, up to a tenth on each side.
const inner = await drawn(400).png().toBuffer();
const outer = sharp({ create: { width: 512, height: 512, channels: 3, background: ground } });
await writeFile(`${kept}/icon-maskable.png`, await small(outer.composite([{ input: inner }])));
await writeFile(`${kept}/favicon.ico`, asIcon(32, await small(drawn(32))));

const browser = await chromium.launch({
  executablePath: await findChromium(console.log),
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(await sharePicture());
await page.evaluate(() => document.fonts.ready);
await writeFile(`${kept}/share.png`, await small(sharp(await page.screenshot())));
await browser.close();

/** Few colours, so few bytes. */
function small(image: Sharp): Promise<Buffer> {
  return image.png({ palette: true, colours: 64, compressionLevel: 9 }).toBuffer();
}

/** An .ico is a short table in front of its pictures, which may be PNG. */
function asIcon(size: number, png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
