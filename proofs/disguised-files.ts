// Files that are named like pictures and are none, and pictures that are something else besides.
import { noisePicture, pngChunk } from "#tests/pictures.ts";
import { randomBelow } from "./random.ts";

/** Must not be in what the shop serves, wherever they were hidden. */
export const canaries = ["<script", "<?php", "PK\x03\x04", "Rose Lane 7", "document.title"];

const page = "<!doctype html><html><script>document.title='it ran'</script></html>";
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="document.title='it ran'"><script>document.title='it ran'</script></svg>`;
const php = "<?php system($_GET['c']); ?>";
const archive = Buffer.from(
  `PK\x03\x04${"\0".repeat(26)}META-INF/x.class PK\x05\x06${"\0".repeat(18)}`,
  "latin1",
);

export type DisguisedFile = { name: string; bytes: Buffer };

export function notPictures(): DisguisedFile[] {
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

export async function picturesWithMetadata(): Promise<DisguisedFile[]> {
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

export async function polyglots(): Promise<DisguisedFile[]> {
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

export const strangeNames = [
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
export function mutate(pictures: Buffer[]): Buffer {
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
