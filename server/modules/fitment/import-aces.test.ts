// Files in ACES, and the codes by which they are read.
import { expect, it } from "vitest";
import { aPart, aPartType } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { addTessaro } from "#tests/builders/vehicle.ts";
import {
  applyImport,
  checkFile,
  exportFile,
  importFile,
  listFindings,
  undoImport,
} from "#tests/imports.ts";
import { openShop, shareShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";

const types = ["discs", "pads"].map((slug) => aPartType({ slug, name: `Brake ${slug}` }));
const codes = [
  "source,code,make,model,year,conditions,position,type",
  "BaseVehicle,5911,Tessaro,Vero,2014,,,",
  "BaseVehicle,5912,Tessaro,Vero,2015,,,",
  "EngineBase,560,,,,engine=2.0,,",
  "Model,54 13,tessaro,lido,,,,",
  "Note,Vented,,,,,,",
  "Note,to 10/2014,,,,built=..2014-10-31,,",
  "Position,22,,,,,Front,",
  "Qual,77 312mm,,,,drive=All,,",
  "PartType,1896,,,,,,Discs",
  "PartType,7,,,,,,pads",
];

async function fill(shop: Awaited<ReturnType<typeof openShop>>) {
  await addTessaro(shop.databaseUrl);
  const of = (number: string, brand: string, furtherTypes: string[] = []) =>
    aPart({ number, brand, type: "discs", furtherTypes, minimumQuantity: 0 });
  const both = of("A-2", "Alba", ["pads"]);
  await addParts(shop.shop.db, [of("A-1", "Alba"), both, of("B-1", "Brio")]);
  const admin = await signUpAdmin(shop);
  await importFile(admin, "aliases", codes.join("\n"));
  return admin;
}

const vehicle = '<BaseVehicle id="5911"/>';
type App = { part?: string; action?: string; in?: string; type?: number; label?: string };
const app = ({
  part = "A-1",
  action = "A",
  in: inside = vehicle,
  type = 1896,
  label = "",
}: App = {}) =>
  `<App action="${action}" id="1">${inside}<Qty>2</Qty><PartType id="${type}"/>${
    label && `<MfrLabel>${label}</MfrLabel>`
  }<Part>${part}</Part></App>`;

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const frame = (apps: string[], submission = "UPDATE", count = apps.length) =>
  [
    head,
    '<ACES version="4.2">',
    "<Header><Company>Alba &amp; Co</Company>",
    `<SubmissionType>${submission}</SubmissionType></Header>`,
    ...apps,
    `<Footer><RecordCount>${count}</RecordCount></Footer></ACES>`,
  ].join("\n");

it("is read by the codes that were imported, applied, and undone", async () => {
  const admin = await fill(await openShop({ types }));
  const aliases = await exportFile(admin, "aliases");
  expect(aliases.split("\r\n").slice(0, 3)).toEqual([
    "\ufeffsource,code,make,model,year,conditions,position,type",
    "BaseVehicle,5911,Tessaro,Vero,2014,,,",
    "BaseVehicle,5912,Tessaro,Vero,2015,,,",
  ]);
  expect((await checkFile(admin, "aliases", aliases)).counts).toMatchObject({ same: 10, new: 0 });
  const empty = await exportFile(admin, "applications");
  const file = frame([
    app({ in: `${vehicle}<EngineBase id="560"/><Note>Vented</Note><Position id="22"/>` }),
    app({ part: "a2", in: '<Years from="2012" to="2013"/><Make id="54"/><Model id="13"/>' }),
    app({ in: `${vehicle}<Note>to 10/2014</Note><Qual id="77"><param value="312mm"/></Qual>` }),
  ]);
  const checked = await checkFile(admin, "aces", file);
  const held = (await listFindings(admin, checked)).filter(({ grade }) => grade !== "info");
  expect(held).toEqual([]);
  await applyImport(admin, checked);
  const rows = (await exportFile(admin, "applications")).split("\r\n").slice(1);
  expect(rows).toEqual([
    "A-1,Tessaro,Vero,2014,2014,engine=2.0,Front,,2,Vented,",
    'A-1,Tessaro,Vero,2014,2014,"built=..2014-10-31; drive=All",,,2,,',
    "A-2,Tessaro,Lido,2012,2013,,,,2,,",
    "",
  ]);
  const away = await checkFile(
    admin,
    "aces",
    frame([
      app({
        part: "A-2",
        action: "D",
        in: '<Years from="2012" to="2013"/><Make id="54"/><Model id="13"/>',
      }),
    ]),
  );
  expect(away.counts).toMatchObject({ removed: 1, new: 0 });
  await applyImport(admin, away);
  expect(await exportFile(admin, "applications")).not.toContain("A-2");
  await undoImport(admin, away);
  expect((await exportFile(admin, "applications")).split("\r\n").slice(1)).toEqual(rows);
  expect((await undoImport(admin, checked)).state).toBe("undone");
  expect(await exportFile(admin, "applications")).toBe(empty);
});

const open = shareShop({ types });
let filled: ReturnType<typeof fill> | undefined;
const openFilled = async () => {
  const shop = await open();
  filled ??= fill(shop);
  return filled;
};

it("names what is not known with its line, and holds lines whose notes are not read", async () => {
  const admin = await openFilled();
  const file = frame([
    app({ in: '<BaseVehicle id="9"/>' }),
    app({ in: `${vehicle}<EngineBase id="1"/><Position id="5"/>` }),
    app({ action: "X", in: '<BaseVehicle id="5912"/>' }),
    app({ in: "" }),
    app({ in: '<Years from="1990" to="1991"/><Make id="54"/><Model id="13"/>' }),
    app({ in: `${vehicle}<BodyType>Wagon</BodyType>` }),
    app({ part: "Z-1" }),
    app({ in: `${vehicle}\n<Note>fr. serial #V80,001</Note>\n` }),
    app({ part: "A-2", action: "D", in: '<BaseVehicle id="5912"/>' }),
    app({ part: "B-1", in: '<BaseVehicle id="5912"/>' }),
    app({ part: "A-2", type: 99 }),
    app({
      part: "B-1",
      type: 7,
      in: '<Years from="2016" to="2016"/><Make id="54"/><Model id="13"/>',
    }),
    // It is listed under both types.
    app({
      part: "A-2",
      type: 7,
      in: '<Years from="2015" to="2015"/><Make id="54"/><Model id="13"/>',
    }),
  ]);
  const checked = await checkFile(admin, "aces", file);
  const found = (await listFindings(admin, checked)).filter(({ grade }) => grade !== "info");
  expect(found.map(({ line, grade, what }) => `${line} ${grade}: ${what}`)).toEqual([
    "5 line: What BaseVehicle 9 means is not known here",
    "6 line: What EngineBase 1 means is not known here",
    "6 line: What Position 5 means is not known here",
    "7 line: “X” is no action",
    "8 line: No car is named",
    "9 line: We have Tessaro Lido of 2012 to 2016",
    "10 line: What BodyType Wagon means is not known here",
    "11 line: There is no part Z-1",
    expect.stringMatching(/^12 confirm: “fr. serial #V80,001” may leave out some cars/),
    "15 line: There is no such line to take away",
    "17 line: What PartType 99 means is not known here",
    "18 confirm: By the file the part is of the type “pads”, here it is one of Brake discs",
  ]);
  const { body } = await admin.get(`/api/imports/${checked._id}/findings?grade=confirm`);
  expect(body).toMatchObject([
    { todo: expect.stringContaining("as serial=V:80001.."), asks: { source: "Note" } },
    { asks: null },
  ]);
  expect(checked.counts).toMatchObject({ new: 4, refused: 9 });
  await applyImport(admin, checked, { leaveOut: true, confirmed: true });
  expect(await exportFile(admin, "applications")).toContain(
    '2,"fr. serial #V80,001",A note of the file is not read yet',
  );
  await undoImport(admin, checked);
});

it.each([
  ["3.2", "<VcdbVersionDate>2024-01-31</VcdbVersionDate>", "<Part>B-1</Part>"],
  ["4.0", "<BrandAAIAID>BRIO</BrandAAIAID>", '<Part BrandAAIAID="BRIO">B-1</Part>'],
  ["4.1", "<DocumentTitle>Discs</DocumentTitle>", "<Part>B-1</Part><DisplayOrder>1</DisplayOrder>"],
  [
    "4.2",
    "<MapperCompany>Brio</MapperCompany>",
    "<Part>B-1</Part><AssetName>B1</AssetName><AssetItemOrder>1</AssetItemOrder>",
  ],
  [
    "5.0",
    "<PartsApprovedFor><Country>US</Country></PartsApprovedFor>",
    '<Part BrandAAIAID="BRIO" SubBrandAAIAID="SUBB">B-1</Part>',
  ],
])("is read in version %s with what that has besides", async (version, header, part) => {
  const admin = await openFilled();
  const file = frame([
    app({ part: "B-1", in: `${vehicle}<EngineBase id="560"/>`, label: version }),
    app({ part: "B-1", in: '<BaseVehicle id="5912"/>', label: version }),
  ])
    .replace("4.2", version)
    .replace("<SubmissionType>", `${header}<SubmissionType>`)
    .replaceAll("<Part>B-1</Part>", part);
  const batch = await importFile(admin, "aces", file);
  const rows = (await exportFile(admin, "applications")).split("\r\n");
  expect(rows.filter((row) => row.includes(`,${version},`))).toEqual([
    `B-1,Tessaro,Vero,2014,2014,engine=2.0,,${version},2,,`,
    `B-1,Tessaro,Vero,2015,2015,,,${version},2,,`,
  ]);
  await undoImport(admin, batch);
});

it("with 11 % faulty lines names each with its line, and applies nothing unless they are left out", async () => {
  const admin = await openFilled();
  const before = await exportFile(admin, "applications");
  const isFaulty = (at: number) => at % 9 === 8;
  const apps = Array.from({ length: 100 }, (_, at) =>
    app({ label: `N${at}`, in: isFaulty(at) ? `<BaseVehicle id="${70_000 + at}"/>` : vehicle }),
  );
  const checked = await checkFile(admin, "aces", frame(apps));
  const faulty = apps.flatMap((_, at) => (isFaulty(at) ? [at] : []));
  expect(faulty).toHaveLength(11);
  const found = (await listFindings(admin, checked)).filter(({ grade }) => grade === "line");
  expect(found.map(({ line, what }) => `${line} ${what}`)).toEqual(
    faulty.map((at) => `${at + 5} What BaseVehicle ${70_000 + at} means is not known here`),
  );
  expect(checked.counts).toMatchObject({ new: 89, refused: 11 });
  const apply = (leaveOut: boolean) =>
    admin.send("POST", `/api/imports/${checked._id}/apply`, { leaveOut, confirmed: true });
  expect((await apply(false)).status).toBe(409);
  expect(await exportFile(admin, "applications")).toBe(before);
  await applyImport(admin, checked, { leaveOut: true, confirmed: true });
  const added = (await exportFile(admin, "applications")).match(/,N\d+,/g);
  expect(added).toHaveLength(89);
  await undoImport(admin, checked);
  expect(await exportFile(admin, "applications")).toBe(before);
});

it("is the whole of a brand if it says FULL", async () => {
  const admin = await openFilled();
  const all = ["A-1", "A-2", "B-1"].map((part) => app({ part }));
  await applyImport(admin, await checkFile(admin, "aces", frame(all)));
  const full = await checkFile(admin, "aces", frame([app({ part: "A-1" })], "FULL"));
  expect(full).toMatchObject({ whole: true, counts: { removed: 1, same: 1, inShop: 2 } });
  await applyImport(admin, full, { leaveOut: false, confirmed: true, removed: 1 });
  const rows = (await exportFile(admin, "applications")).match(/^[AB]-\d/gm);
  expect(rows).toEqual(["A-1", "B-1"]);
});

const good = frame([app(), app({ part: "A-2" })]);

it.each<[string, string | Buffer, number, RegExp]>([
  [
    "entities",
    good.replace("<ACES", '<!DOCTYPE ACES [<!ENTITY a "b">]>\n<ACES'),
    2,
    /document type or entities, which are refused/,
  ],
  ["an entity without a declaration", good.replace("A-2", "&a;"), 6, /not well formed/],
  ["another root", "<PIES><Header/></PIES>", 1, /no ACES file: it begins with “PIES”/],
  ["a version that is not known", good.replace("4.2", "1.0"), 2, /ACES 1.0 cannot be read/],
  ["another count", frame([app()], "UPDATE", 7), 6, /says that it has 7 lines, but it has 1/],
  ["an end too early", good.slice(0, good.indexOf("A-2")), 5, /ends too early/],
  ["tags that do not match", good.replace("</App>", "</Ap>"), 5, /not well formed/],
  ["letters of another encoding", Buffer.from(good.replace("A-2", "\u00e4"), "latin1"), 1, /UTF-8/],
  ["a CSV file", "part,make\nA-1,x\n", 1, /This is no XML file/],
  ["notes without end", frame([app({ in: "<Note>x</Note>".repeat(101) })]), 5, /too many cond/],
  [
    "a qualifier without end",
    frame([app({ in: `<Qual id="1">${'<param value="x"/>'.repeat(101)}</Qual>` })]),
    5,
    /too many conditions/,
  ],
  [
    "much text in one line",
    frame([app({ in: `<Note>${"x".repeat(60_000)}</Note>`.repeat(2) })]),
    5,
    /text is too long/,
  ],
])("with %s nothing can be applied", async (_, file, line, what) => {
  const admin = await openFilled();
  const checked = await checkFile(admin, "aces", file);
  const found = await listFindings(admin, checked);
  expect(found.filter(({ grade }) => grade === "file")).toEqual([
    { line: expect.any(Number), grade: "file", what: expect.stringMatching(what) },
  ]);
  expect(found.find(({ grade }) => grade === "file")?.line).toBeGreaterThanOrEqual(line);
  const choice = { leaveOut: true, confirmed: true };
  expect((await admin.send("POST", `/api/imports/${checked._id}/apply`, choice)).status).toBe(409);
});
