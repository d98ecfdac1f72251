// Whatever a file says is read, named as not read, or refused.
import fc from "fast-check";
import { expect, it } from "vitest";
import { FileFault } from "#contract/rules/parse-csv.ts";
import { type AcesApp, readAces } from "./read-aces.ts";

async function* inPieces(text: string, size = 1_000_000) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size?: number): Promise<AcesApp[]> {
  const apps: AcesApp[] = [];
  for await (const piece of readAces(inPieces(text, size))) apps.push(...piece.apps);
  return apps;
}

const frame = (apps: string, count = 1, besides = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>
<ACES version="4.2">
<Header><SubmissionType>UPDATE</SubmissionType></Header>
${apps}${besides}
<Footer><RecordCount>${count}</RecordCount></Footer></ACES>`;

const app = (inside = "") =>
  `<App action="A" id="1"><BaseVehicle id="5911"/>${inside}<Qty>2</Qty><PartType id="1"/><Position id="22"/><Part>A-1</Part></App>`;

const readOne = async (inside: string) => (await read(frame(app(inside))))[0];

it.each([
  ["11 in", 'value="11" uom="in"'],
  ["11 mm", 'value="11" uom="mm"'],
  ["11", 'value="11"'],
  ["11 in 279 mm", 'value="11" uom="in" altvalue="279" altuom="mm"'],
])("a qualifier of %s is a code of its own", async (written, attributes) => {
  const found = await readOne(`<Qual id="4005"><param ${attributes}/></Qual>`);
  expect(found?.notes).toMatchObject([{ source: "Qual", code: `4005 ${written}` }]);
});

it("long texts that differ at their end are two codes", async () => {
  const long = "Only for cars with ABS, ".repeat(20);
  const one = await readOne(`<Note>${long}built before 2014</Note>`);
  const other = await readOne(`<Note>${long}built from 2014 on</Note>`);
  expect(one?.notes[0]?.code).toHaveLength(300);
  expect(one?.notes[0]?.code).not.toBe(other?.notes[0]?.code);
});

it.each([
  ["<Note>Only for cars <b>built before 2014</b> with ABS</Note>", "markup (b) inside Note"],
  ['<EngineBase id="560"/><EngineBase>2.0</EngineBase>', "a second EngineBase"],
  ['<EngineBase id="560"/><EngineBase id="561"/>', "a second EngineBase"],
  ["<Part>A-2</Part>", "a second Part"],
  ['<Position id="30"/>', "a second Position"],
  ['<Qual id="1"><text>a</text><text>b</text></Qual>', "a second text"],
  ['<Qual id="1"><text>only <i>a</i></text></Qual>', "markup (i) inside a text"],
  ['<Qual id="1">only with ABS<text>a</text></Qual>', "“only with ABS” stands beside"],
  ["only with ABS", "“only with ABS” stands beside"],
])("%s: %s", async (inside, fault) => {
  const found = await readOne(inside);
  expect(found?.faults).toEqual([expect.stringContaining(fault)]);
});

it("what is not read is named once, with how often and where, however the file is cut", async () => {
  const asset = '<Asset action="A" id="2"><AssetName>x</AssetName></Asset>\n';
  const given = app("<DisplayOrder>1</DisplayOrder>").replace('id="1"', 'id="1" validate="no"');
  const file = frame(`${given}\n${app()}\n`, 2, asset.repeat(2));
  for (const size of [7, 100, 100_000]) {
    const [first, last] = await read(file, size);
    expect(first?.unread).toEqual([]);
    expect(last?.unread).toEqual([
      "“validate” of App (1, the first in line 4 of the text)",
      "DisplayOrder (1, the first in line 4 of the text)",
      "Asset (2, the first in line 6 of the text)",
    ]);
  }
});

it.each([
  ["<RecordCount>1</RecordCount>", "<RecordCount>1</RecordCount><RecordCount>1</RecordCount>"],
  ["UPDATE", "TEST"],
  ["UPDATE", "<b>FULL</b>"],
  ["</Header>", "</Header><Header/>"],
])("%s in place of %s is refused", async (text, instead) => {
  await expect(read(frame(app()).replace(text, instead))).rejects.toBeInstanceOf(FileFault);
});

const base = frame(app('<Note>Vented</Note><Qual id="7"><param value="1"/><text>x</text></Qual>'));

it("nothing that is put anywhere into a file leaves it read as before", async () => {
  const before = await read(base);
  const tags = [...base.matchAll(/<[A-Za-z][^>]*?(?=\/?>)/g)].map(
    ({ index, 0: tag }) => index + tag.length,
  );
  const places = [...base.matchAll(/(?<=>)(?=\s*<)|(?<=>)(?=[A-Za-z])/g)].map(({ index }) => index);
  const first = base.indexOf("<Header>");
  const last = base.indexOf("</ACES>");
  const within = (at: number) => at > first && at < last;
  const attribute = fc.tuple(fc.constantFrom(...tags.filter(within)), fc.constant(' zz="1"'));
  const element = fc.tuple(
    fc.constantFrom(...places.filter(within)),
    fc.constantFrom("<Zz/>", '<Zz id="3"/>', "<Zz>3</Zz>", "<Note>b</Note>", '<BodyType id="9"/>'),
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(attribute, element), async ([at, text]) => {
      const file = base.slice(0, at) + text + base.slice(at);
      const after = await read(file).catch((fault: unknown) => fault);
      if (!(after instanceof FileFault)) expect(after, file).not.toEqual(before);
    }),
    { numRuns: 300 },
  );
});
