// Makes the product pictures: node render.ts [--draft] [slug…]
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import sharp, { type Sharp } from "sharp";

const here = import.meta.dirname;
const draft = process.argv.includes("--draft");
const asked = process.argv.slice(2).filter((a) => !a.startsWith("--"));
const limit = 39_000;

const page = `<!doctype html><meta charset="utf-8"><title>studio</title><link rel="icon" href="data:,">
<script type="importmap">{"imports":{
"three":"/node_modules/three/build/three.module.js",
"three/addons/":"/node_modules/three/examples/jsm/"}}</script>
<script type="module" src="/page.ts"></script>`;

const server = createServer(async (req, res) => {
  const path = normalize(new URL(req.url ?? "/", "http://studio").pathname);
  if (path === "/") return res.setHeader("content-type", "text/html").end(page);
  try {
    const source = await readFile(join(here, path), "utf8");
    const ts = extname(path) === ".ts";
    res.setHeader("content-type", "text/javascript");
    res.end(ts ? stripTypeScriptTypes(source) : source);
  } catch {
    res.writeHead(404).end();
  }
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

const system = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? system.find((p) => existsSync(p)),
  args: [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
  ],
});
const out = join(here, draft ? "draft" : "../../seed/pictures");
await mkdir(out, { recursive: true });

// The best quality that fits. The 640 one, which a phone shows first, fits the first packets of a
// connection, and exceeds that goal rather than look poor; a picture too busy for the limit is
// softened a little before the quality drops further.
async function fit(image: Sharp, width: number): Promise<Buffer> {
  const goal = width === 640 ? 13_900 : limit;
  let file = Buffer.alloc(0);
  for (const soft of [0, 0.5, 0.8, 1.2]) {
    const pixels = soft > 0 ? image.clone().blur(soft) : image.clone();
    const plain = await pixels.png().toBuffer();
    for (const quality of [88, 84, 80, 76, 72, 68, 62, 56, 50]) {
      file = await sharp(plain).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
      if (file.length <= (quality > 72 ? goal : limit)) return file;
    }
  }
  return file;
}

async function encode(png: Buffer, slug: string): Promise<number> {
  let largest = 0;
  for (const width of [320, 640, 960]) {
    const small = await sharp(png)
      .resize(width, (width * 3) / 4, { kernel: "lanczos3" })
      .sharpen({ sigma: 0.6, m1: 0.4, m2: 0.9 })
      .removeAlpha()
      .toColourspace("srgb")
      .png()
      .toBuffer();
    const file = await fit(sharp(small), width);
    await writeFile(join(out, `${slug}-${width}.webp`), file);
    largest = Math.max(largest, file.length);
  }
  return largest;
}

try {
  const tab = await browser.newPage();
  tab.on("console", (m) => m.type() === "error" && console.error(m.text()));
  tab.on("pageerror", (e) => console.error(e.message));
  await tab.goto(url);
  await tab.waitForFunction(() => window.slugs, undefined, { timeout: 60_000 });
  const slugs = asked.length > 0 ? asked : await tab.evaluate(() => window.slugs);
  for (const slug of slugs) {
    const start = Date.now();
    const [w, h, n] = draft ? [960, 720, 48] : [1920, 1440, 112];
    try {
      const shot = await tab.evaluate(([s, a, b, c]) => window.picture(s, a, b, c), [
        slug,
        w,
        h,
        n,
      ] as const);
      const png = Buffer.from(shot.png, "base64");
      const note = `${Math.round(shot.triangles / 1000)}k triangles`;
      if (draft)
        await sharp(png)
          .resize(640, 480)
          .png()
          .toFile(join(out, `${slug}.png`));
      const size = draft ? 0 : await encode(png, slug);
      console.log(slug, note, size, `${((Date.now() - start) / 1000).toFixed(1)} s`);
    } catch (e) {
      console.error(slug, e instanceof Error ? e.message.slice(0, 600) : e);
      process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
  server.close();
}
