// Files that no import may apply, and files that were damaged on their way.
import { pick, randomBelow } from "#tests/random.ts";

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const application = `<App action="A" id="1"><BaseVehicle id="1"/><Note>${"Fits. ".repeat(60)}</Note><Qty>1</Qty>
<PartType id="1"/><Part>PR-1</Part></App>\n`;
const acesBegin = `${head}\n<ACES version="4.2"><Header><SubmissionType>UPDATE</SubmissionType></Header>\n`;

const lol = Array.from(
  { length: 9 },
  (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
).join("");

/** By what each tries. */
export const hostileFiles: Record<string, { kind: "aces" | "prices"; file: string | Buffer }> = {
  "entities within entities": {
    kind: "aces",
    file: `${head}<!DOCTYPE ACES [<!ENTITY l0 "lol">${lol}]><ACES version="4.2">&l9;</ACES>`,
  },
  "a file of this machine": {
    kind: "aces",
    file: `${head}<!DOCTYPE ACES [<!ENTITY x SYSTEM "file:///etc/passwd">]><ACES>&x;</ACES>`,
  },
  "elements within elements": { kind: "aces", file: `${acesBegin}${"<App>".repeat(200_000)}` },
  "an attribute of ten megabytes": {
    kind: "aces",
    file: `${acesBegin}<App action="${"A".repeat(10 * 1024 * 1024)}"/></ACES>`,
  },
  "no XML at all": { kind: "aces", file: Buffer.from([0, 1, 2, 255, 254]) },
  "a cut off element": { kind: "aces", file: `${acesBegin}${application}<App action="A"><Base` },
  "a line of ten megabytes": { kind: "prices", file: `part,price\n${"9".repeat(10_000_000)},1\n` },
  "100,000 columns": { kind: "prices", file: `part,price\nPR-1${",1".repeat(100_000)}\n` },
  "bytes of nothing": { kind: "prices", file: Buffer.alloc(1024 * 1024) },
  "another encoding": { kind: "prices", file: Buffer.from("part,price\nPR-1,1\n", "utf16le") },
  "100,000 equal lines": { kind: "prices", file: `part,price\n${"PR-1,1\n".repeat(100_000)}` },
  "a NUL in a cell": { kind: "prices", file: "part,price\nPR-\0,1\n" },
  "a NUL in a part's number": {
    kind: "aces",
    file: `${acesBegin}${application.replace("PR-1", "PR-\0")}</ACES>`,
  },
  "half a letter in a part's number": {
    kind: "aces",
    file: `${acesBegin}${application.replace("PR-1", "PR-&#xD800;")}</ACES>`,
  },
  "an open quotation mark": { kind: "prices", file: `part,price\n"PR-1,${"1\n".repeat(200_000)}` },
};

/** So large as a file may be, and cut off in its last element. */
export function largeAces(megabytes: number): Blob {
  const block = application.repeat(Math.floor((1024 * 1024) / application.length));
  const piece = new Blob([block]);
  return new Blob([acesBegin, ...Array<Blob>(megabytes).fill(piece), "<App action="]);
}

const damages: ((file: Buffer) => Buffer)[] = [
  (file) => file.subarray(0, randomBelow(file.length)),
  (file) => file.subarray(randomBelow(file.length)),
  (file) => withByte(file, randomBelow(256)),
  (file) => withByte(file, pick([..."\"',;<>&\t\n\r\0"]).charCodeAt(0)),
  (file) => Buffer.concat([file, file]),
];

function withByte(file: Buffer, byte: number): Buffer {
  const copy = Buffer.from(file);
  copy[randomBelow(copy.length)] = byte;
  return copy;
}

export function damage(file: string): Buffer {
  let damaged: Buffer = Buffer.from(file);
  for (let time = randomBelow(4); time >= 0; time--) damaged = pick(damages)(damaged);
  return damaged;
}
