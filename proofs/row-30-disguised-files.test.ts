// Row 30: files that are no pictures or more than a picture, and pictures that are broken.

import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPage } from "#tests/open-page.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { noisePicture, pngChunk, uploadPicture } from "#tests/pictures.ts";
import { randomBelow, seed } from "#tests/random.ts";
import { clearLimits } from "./database.ts";
import { full, report } from "./report.ts";
import { serve } from "./serve.ts";
import { type Shop, startShop } from "./start-shop.ts";

/** Must not be in what the shop serves, wherever they were hidden. */
const canaries = ["<script", "<?php", "PK\x03\x04", "Rose Lane 7", "document.title"];

const page = "<!doctype html><html><script>document.title='it ran'</script></html>";
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="document.title='it ran'"><script>document.title='it ran'</script></svg>`;
const php = "<?php system($_GET['c']); ?>";
const archive = Buffer.from(
  `PK\x03\x04${"\0".repeat(26)}META-INF/x.class PK\x05\x06${"\0".repeat(18)}`,
  "latin1",
);

type DisguisedFile = { name: string; bytes: Buffer };

function notPictures(): DisguisedFile[] {
  return [
    { name: "page.jpg", bytes: Buffer.from(page) },
    { name: "drawing.jpg", bytes: Buffer.from(drawing) },
    { name: "drawing.svg", bytes: Buffer.from(`<?xml version="1.0"?>${drawing}`) },
    { name: "script.jpg", bytes: Buffer.from("#!/bin/sh\nrm -rf /\n") },
    { name: "script.png", bytes: Buffer.from("document.title='it ran'") },
    { name: "shell.php.jpg", bytes: Buffer.from(php) },
    { name: "archive.jpg", bytes: archive },
    { name: "program.jpg", bytes: Buffer.from(`\x7fELF\x02\x01\x01${"\0".repeat(60)}`, "latin1") },
    { name: "gifar.gif", bytes: Buffer.concat([Buffer.from("GIF89a/*", "latin1"), archive]) },
    { name: "script.gif", bytes: Buffer.from("GIF89a/*\0\0\0*/=1;document.title='it ran'") },
    { name: "bitmap.bmp", bytes: Buffer.from(`BM/*\0\0*/=1;document.title='it ran'`) },
    { name: "magic.jpg", bytes: Buffer.from(`\xff\xd8\xff\xe0${page}`, "latin1") },
    { name: "magic.png", bytes: Buffer.from(`\x89PNG\r\n\x1a\n${page}`, "latin1") },
    { name: "magic.webp", bytes: Buffer.from(`RIFF\0\0\0\0WEBPVP8 ${page}`, "latin1") },
    { name: "magic.avif", bytes: Buffer.from(`\0\0\0\x1cftypavif\0\0\0\0${page}`, "latin1") },
  ];
}

async function picturesWithMetadata(): Promise<DisguisedFile[]> {
  const picture = noisePicture(160, 120)
    .withIccProfile("p3")
    .withExifMerge({
      IFD0: { Copyright: "Rose Lane 7", ImageDescription: page },
      IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLatitudeRef: "N" },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Rose Lane 7 ${page}</a></x:xmpmeta>`);
  return [
    { name: "metadata.jpg", bytes: await picture.clone().jpeg().toBuffer() },
    { name: "metadata.png", bytes: await picture.clone().png().toBuffer() },
    { name: "metadata.webp", bytes: await picture.clone().webp().toBuffer() },
    { name: "metadata.avif", bytes: await picture.clone().avif({ effort: 0 }).toBuffer() },
  ];
}

async function polyglots(): Promise<DisguisedFile[]> {
  const pictures = await picturesWithMetadata();
  const [jpeg, png] = pictures.map(({ bytes }) => bytes);
  if (!jpeg || !png) throw new Error("There is no JPEG or PNG");
  const hidden = [page, php, drawing, archive];
  return [
    ...pictures,
    ...pictures.flatMap(({ name, bytes }) =>
      hidden.map((tail) => ({ name, bytes: Buffer.concat([bytes, Buffer.from(tail)]) })),
    ),
    { name: "comment.js", bytes: withComment(jpeg, "*/=1;document.title='it ran';/*") },
    { name: "comment.html", bytes: withComment(jpeg, page) },
    { name: "text.php", bytes: withText(png, php) },
    { name: "text.html", bytes: withText(png, page) },
  ];
}

function withComment(jpeg: Buffer, comment: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(comment), jpeg.subarray(2)]);
}

function withText(png: Buffer, text: string): Buffer {
  const chunk = pngChunk("tEXt", Buffer.from(`Comment\0${text}`, "latin1"));
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

const strangeNames = [
  "../../x",
  "..\\..\\x.jpg",
  "/etc/passwd",
  "../../../../demo-accounts.json",
  "x.jpg\0.php",
  "con",
  ".htaccess",
  "%2e%2e%2fx",
  "<script>.jpg",
  "a".repeat(3_000),
  "🚲.jpg",
  "960.webp",
];

/** At random, in the ways that have broken decoders before. */
function mutate(pictures: Buffer[]): Buffer {
  const pick = (): Buffer => Buffer.from(pictures[randomBelow(pictures.length)] ?? "");
  let bytes = pick();
  for (let times = 1 + randomBelow(4); times > 0; times--) {
    const at = randomBelow(bytes.length);
    const end = Math.min(bytes.length, at + randomBelow(200));
    const ways: (() => Buffer | undefined)[] = [
      () => void bytes.writeUInt8(randomBelow(256), at),
      () => void bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << randomBelow(8)), at),
      () =>
        void bytes.writeUInt32BE([0, 1, 0xffffffff, 0x7fffffff][randomBelow(4)] ?? 0, early(bytes)),
      () =>
        void bytes.writeUInt32LE([0, 1, 0xffffffff, 0x7fffffff][randomBelow(4)] ?? 0, early(bytes)),
      () => bytes.subarray(0, Math.max(8, at)),
      () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]),
      () => Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), pick().subarray(at)]),
      () => bytes.fill(randomBelow(256), at, end),
    ];
    bytes = ways[randomBelow(ways.length)]?.() ?? bytes;
    if (bytes.length < 16) bytes = pick();
  }
  return bytes;
}

function early(bytes: Buffer): number {
  return randomBelow(Math.min(bytes.length - 4, 600));
}

const mutationCount = full ? 2_000 : 15;
const timeout = full ? 3_600_000 : 120_000;
const widths = ["320.webp", "640.webp", "960.webp"];

async function start(): Promise<{ shop: Shop; ada: SignedIn }> {
  // A browser that shows a picture alone breaks our policy of styles.
  const shop = await startShop({ expectedComplaints: /style-src-attr/ });
  return { shop, ada: await signUp(shop) };
}

async function problemsAt({ request }: Shop, url: string): Promise<string[]> {
  if (!/^\/images\/[0-9a-f]{32}\/960\.webp$/.test(url)) return [`its address is ${url}`];
  const found = await Promise.all(
    widths.map(async (file) => {
      const response = await request(url.replace("960.webp", file));
      const bytes = Buffer.from(await response.arrayBuffer());
      const type = response.headers.get("content-type");
      const isNosniff = response.headers.get("x-content-type-options") === "nosniff";
      return [
        ...(response.status === 200 && type === "image/webp" ? [] : [`served as ${type}`]),
        ...(isNosniff ? [] : ["a browser may guess its type"]),
        ...problemsInside(bytes),
      ];
    }),
  );
  return found.flat();
}

/** A WebP of pixels and nothing else has only these chunks, and ends where it says. */
function problemsInside(bytes: Buffer): string[] {
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.includes("WEBP");
  if (!isWebp || bytes.readUInt32LE(4) + 8 !== bytes.length) return ["it is no whole WebP"];
  const kept = canaries.filter((canary) => bytes.includes(canary, 0, "latin1"));
  const problems = kept.map((canary) => `it contains ${canary}`);
  for (let at = 12; at < bytes.length; ) {
    const kind = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (!["VP8 ", "VP8L", "VP8X", "ALPH"].includes(kind)) problems.push(`it has ${kind}`);
    at += 8 + length + (length % 2);
  }
  return problems;
}

async function unexpectedFiles({ dataDir }: Shop): Promise<string[]> {
  const all = await readdir(dataDir, { recursive: true });
  const expected = /^images(\/[0-9a-f]{32}(\/(320|640|960)\.webp)?)?$/;
  return all.filter((path) => !expected.test(path) && !path.startsWith("outbox"));
}

async function uploadAll({ shop, ada }: { shop: Shop; ada: SignedIn }, files: DisguisedFile[]) {
  const outcome = { taken: 0, refused: 0, problems: [] as string[] };
  for (const [at, { name, bytes }] of files.entries()) {
    if (at % 25 === 0) await clearLimits(shop.database);
    const { status, url, body } = await uploadPicture(ada, bytes, { name });
    if (status === 200) outcome.taken++;
    else outcome.refused++;
    const isRefused = [400, 413, 415].includes(status);
    const found = status === 200 ? await problemsAt(shop, url) : [];
    if (status !== 200 && !isRefused) found.push(`answered ${status} ${JSON.stringify(body)}`);
    outcome.problems.push(...found.map((problem) => `${name} (${at} of seed ${seed}): ${problem}`));
  }
  outcome.problems.push(...(await unexpectedFiles(shop)));
  return outcome;
}

function reportOutcome(check: string, outcome: Awaited<ReturnType<typeof uploadAll>>): void {
  const { taken, refused, problems } = outcome;
  report({
    check,
    target: "only re-encoded WebP under a generated name, 0 crashes, 0 EXIF kept",
    figure: `${taken} re-encoded, ${refused} refused`,
    faults: problems,
  });
}

describe("row 30: disguised files", { timeout }, () => {
  it("are refused, or re-encoded if they are pictures", async () => {
    const opened = await start();
    const refused = await uploadAll(opened, notPictures());
    reportOutcome("HTML, SVG, scripts, archives, GIFs", refused);
    expect(refused).toEqual({ taken: 0, refused: notPictures().length, problems: [] });

    const files = await polyglots();
    const outcome = await uploadAll(opened, files);
    reportOutcome("polyglots with EXIF, XMP, ICC, comments, trailing pages and archives", outcome);
    expect(outcome).toEqual({ taken: files.length, refused: 0, problems: [] });
  });

  it("with a strange name are stored under a generated one", async () => {
    const opened = await start();
    const { dataDir } = opened.shop;
    const [picture] = await picturesWithMetadata();
    const bytes = picture?.bytes ?? Buffer.from("");
    const outcome = await uploadAll(
      opened,
      strangeNames.map((name) => ({ name, bytes })),
    );
    reportOutcome("names such as ../../x", outcome);
    expect(outcome).toEqual({ taken: strangeNames.length, refused: 0, problems: [] });
    expect(await readdir(join(dataDir, "images"))).toHaveLength(1);
    const beside = await readdir(dirname(dataDir));
    expect(
      beside.filter((name) => strangeNames.some((strange) => strange === `../../${name}`)),
    ).toEqual([]);
  });

  it("that are cut off or mutated break nothing", async () => {
    const opened = await start();
    const pictures = (await picturesWithMetadata()).map(({ bytes }) => bytes);
    const cut = pictures.flatMap((bytes) =>
      [0.05, 0.3, 0.7, 0.95].map((share) => bytes.subarray(0, Math.floor(bytes.length * share))),
    );
    const mutated = Array.from({ length: mutationCount }, () => mutate(pictures));
    const files = [...cut, ...mutated].map((bytes) => ({ name: "me.jpg", bytes }));
    const outcome = await uploadAll(opened, files);
    reportOutcome(`${cut.length} cut off, ${mutationCount} mutated (seed ${seed})`, outcome);
    expect(outcome.problems).toEqual([]);
    // Some are hardly changed and some cannot be read, or nothing would have been tested.
    if (full) expect(Math.min(outcome.taken, outcome.refused)).toBeGreaterThan(0);
    expect((await uploadPicture(opened.ada, pictures[0] ?? Buffer.from(""))).status).toBe(200);
  });

  it("run nothing when they are opened in a browser", async () => {
    const { shop, ada } = await start();
    const files = (await polyglots()).filter(({ name }) => /html|js$|metadata/.test(name));
    const types: string[] = [];
    for (const { bytes } of full ? files : files.slice(-3)) {
      types.push(await typeInBrowser(shop.url + (await uploadPicture(ada, bytes)).url));
    }
    const others = types.filter((type) => type !== "image/webp");
    report({
      check: "polyglots opened in Chromium",
      target: "all are pictures, nothing runs",
      figure: `${types.length} opened`,
      faults: others,
    });
  });

  it("negative control: uploads that were stored as they came are found out", async () => {
    const { shop } = await start();
    for (const [at, { name, bytes }] of [...(await polyglots()), ...notPictures()].entries()) {
      const folder = join("images", String(at).padStart(32, "0"));
      await mkdir(join(shop.dataDir, folder), { recursive: true });
      for (const file of widths) await writeFile(join(shop.dataDir, folder, file), bytes);
      expect(await problemsAt(shop, `/${folder}/960.webp`), name).not.toEqual([]);
    }
    expect(await unexpectedFiles(shop)).toEqual([]);
    await writeFile(join(shop.dataDir, "x.jpg"), "under its own name");
    expect(await unexpectedFiles(shop)).toEqual(["x.jpg"]);

    const page = notPictures().find(({ name }) => name === "page.jpg");
    const careless = await serve((_, response) => response.end(page?.bytes));
    expect(await typeInBrowser(`${careless}/me.jpg`)).toBe("it ran");
  });
});

async function typeInBrowser(url: string): Promise<string> {
  // The browser's own page around a picture breaks our policy, and has no icon.
  const page = await openPage(url, { expectedTroubles: /inline style|404 \(Not Found\)/ });
  const title = await page.title();
  return title === "it ran" ? title : page.evaluate(() => document.contentType);
}
