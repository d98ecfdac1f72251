// Draws the icons of phones and old browsers and the preview picture for shared links. The files are
// committed; run this when the logo changes:
// node_modules/.bin/node scripts/draw-brand.ts
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import sharp, { type Sharp } from "sharp";
import { findChromium } from "./find-chromium.ts";
import { sharePicture } from "./share-picture.ts";

const folder = "web/public";
const background = "#1a1d21";

const logo = await readFile(`${folder}/favicon.svg`);
const render = (size: number) => sharp(logo, { density: (72 * size) / 32 }).resize(size, size);

for (const [name, size] of [
  ["icon-192.png", 192],
  ["icon-512.png", 512],
  ["apple-touch-icon.png", 180],
] as const) {
  await writeFile(`${folder}/${name}`, await compress(render(size)));
}

// Phones cut off up to a tenth of this one on each side.
const inner = await render(400).png().toBuffer();
const outer = sharp({ create: { width: 512, height: 512, channels: 3, background: background } });
await writeFile(`${folder}/icon-maskable.png`, await compress(outer.composite([{ input: inner }])));
await writeFile(`${folder}/favicon.ico`, asIcon(32, await compress(render(32))));

const browser = await chromium.launch({
  executablePath: await findChromium(console.log),
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(await sharePicture());
await page.evaluate(() => document.fonts.ready);
await writeFile(`${folder}/share.png`, await compress(sharp(await page.screenshot())));
await browser.close();

function compress(image: Sharp): Promise<Buffer> {
  return image.png({ palette: true, colours: 64, compressionLevel: 9 }).toBuffer();
}

/** An .ico file is a header followed by pictures, which may be PNG. */
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
