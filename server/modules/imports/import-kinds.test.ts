// What each kind of file does, and that an export comes back as it was.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exportKinds } from "#contract/imports.ts";
import type { ManagedPart, PartRecord } from "#contract/part-edits.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import {
  applyImport,
  checkFile,
  exportFile,
  importFile,
  listFindings,
  listLines,
  undoImport,
} from "#tests/imports.ts";
import { shareShop } from "#tests/open-shop.ts";
import { type SignedIn, signUpAdmin } from "#tests/people.ts";

const text = fc
  .array(fc.constantFrom(..."ab,\";=+-@'\n é＝5.".split("")), { minLength: 1, maxLength: 12 })
  .map((letters) => `${letters.join("").trim()}x`);
const awkward = fc.sample(
  fc.record({
    name: text,
    description: text,
    minimumQuantity: fc.nat(9),
    packOf: fc.integer({ min: 1, max: 9 }),
    lowStock: fc.option(fc.nat(9)),
    hidden: fc.boolean(),
    priceCents: fc.integer({ min: 1, max: 1_000_000_000 }),
    brand: fc.option(fc.constantFrom("=Brand", "Bosch")),
    type: fc.option(fc.constant("brake-discs")),
    weight: fc.option(fc.integer({ min: 1, max: 10_000_000 })),
    bulky: fc.boolean(),
    dangerous: fc.boolean(),
    taxClass: fc.constantFrom("standard", "reduced"),
    deposit: fc.nat(10_000_000).map((cents) => cents / 100),
    pictures: fc.subarray(["https://pictures.example/a.jpg", "https://pictures.example/b,c.jpg"]),
    attributes: fc.subarray([
      { name: "Diameter", unit: "mm", value: 312.5 },
      { name: "Coating", unit: null, value: '-zinc, "grey"' },
    ]),
    numbers: fc.subarray([
      { kind: "oe" as const, brand: "=Brand", written: "8V0 615-301", pieces: 0.5, note: "+1" },
      { kind: "old" as const, brand: null, written: "OLD;1", pieces: 1, note: "" },
    ]),
  }),
  { numRuns: 12, seed: 7 },
);

/** Every part but the first ones contains the two before it. */
const componentsOf = (at: number) =>
  [at - 1, at - 2]
    .filter((before) => before >= 0)
    .map((before) => ({
      part: `PW-10${before + 10}`,
      quantity: at,
      soldAlone: before % 2 === 0,
    }));

const aStep = { choice: 2, bothWays: true, merges: true, since: "2020-02-29", reason: "=Better" };

const open = shareShop({
  types: [aPartType()],
  parts: awkward.map((part, at) =>
    aPart({
      ...part,
      number: `PW-10${at + 10}`,
      components: componentsOf(at),
      replacedBy: at === 0 ? [] : [{ ...aStep, part: `PW-10${at + 9}`, quantity: at }],
    }),
  ),
});

async function openAsAdmin() {
  const shop = await open();
  return { shop, admin: await signUpAdmin(shop) };
}

async function recordOf(admin: SignedIn, number: string): Promise<PartRecord | undefined> {
  const { body } = await admin.get(`/api/managed-parts?q=${number}`);
  const [found] = body as ManagedPart[];
  return found && ((await admin.get(`/api/parts/${found._id}/record`)).body as PartRecord);
}

/** Those of vehicles have a test in modules/fitment. */
const ofParts = exportKinds.filter((kind) => kind !== "applications" && kind !== "aliases");

describe.each(ofParts)("an export of %s", (kind) => {
  it("is imported without a change, and exported again byte for byte", async () => {
    const { admin } = await openAsAdmin();
    const file = await exportFile(admin, kind);
    expect(file.split("\r\n").length).toBeGreaterThan(5);
    const checked = await checkFile(admin, kind, file);
    expect(await listFindings(admin, checked)).toEqual([]);
    expect(checked.counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
    expect(await exportFile(admin, kind)).toBe(file);
  });

  it("undoes what was changed since, and the undo of that brings it back", async () => {
    const { admin } = await openAsAdmin();
    const file = await exportFile(admin, kind);
    const changes: Record<typeof kind, string> = {
      prices: "part,price\nPW-1010,1\nPW-1011,2\n",
      stock: "part,on_hand\nPW-1010,1\nPW-1011,2\n",
      parts: [
        "part,name,description,hidden,weight,bulky,dangerous,tax_class,deposit",
        "PW-1010,New name,,yes,12,yes,no,standard,5\nPW-1011,Other,=1,no,,no,yes,,\n",
      ].join("\n"),
      numbers: file.replaceAll(/,(0\.5|1),/g, ",7,"),
      attributes: file.replaceAll("312.5", "400"),
      kits: file.replaceAll(/,(\d),(yes|no)\r/g, ",7,no\r"),
      supersessions: file.replaceAll("Better", "Worse"),
    };
    const changed = await importFile(admin, kind, changes[kind]);
    const afterwards = await exportFile(admin, kind);
    expect(afterwards).not.toBe(file);
    const back = await importFile(admin, kind, file);
    expect(await exportFile(admin, kind)).toBe(file);
    expect((await undoImport(admin, back)).state).toBe("undone");
    expect(await exportFile(admin, kind)).toBe(afterwards);
    expect((await undoImport(admin, changed)).state).toBe("undone");
    expect(await exportFile(admin, kind)).toBe(file);
  });
});

it("refuses components that no part is or that close a circle, and applies the others", async () => {
  const { admin } = await openAsAdmin();
  const file = [
    "part,component,quantity",
    "PW-1015,PW-9999,1",
    "PW-1015,PW-1015,1",
    "PW-1010,PW-1012,1",
    "PW-1011,PW-1010,0",
    "PW-1018,pw 1010,3",
  ].join("\n");
  const checked = await checkFile(admin, "kits", file);
  expect(await listFindings(admin, checked)).toEqual([
    { line: 2, grade: "line", what: "There is no part “PW-9999”" },
    { line: 3, grade: "line", what: "With it, the kit would contain itself" },
    { line: 4, grade: "line", what: "With it, the kit would contain itself" },
    { line: 5, grade: "line", what: "“0” is no quantity" },
  ]);
  const applied = await applyImport(admin, checked, { leaveOut: true, confirmed: true });
  expect(applied).toMatchObject({ state: "applied", problem: null });
  const record = await recordOf(admin, "PW-1018");
  expect(record?.components).toContainEqual(
    expect.objectContaining({ number: "PW-1010", quantity: 3, soldAlone: true }),
  );
  // What a file does not name stays, and stays when the file is undone.
  const alone = "part,component,sold_alone\nPW-1018,PW-1010,no\n";
  const fewer = await importFile(admin, "kits", alone);
  const component = async () =>
    (await recordOf(admin, "PW-1018"))?.components.find(({ number }) => number === "PW-1010");
  expect(await component()).toMatchObject({ quantity: 3, soldAlone: false });
  await undoImport(admin, fewer);
  expect(await component()).toMatchObject({ quantity: 3, soldAlone: true });
  await undoImport(admin, applied);
  expect((await recordOf(admin, "PW-1018"))?.components.map(({ number }) => number)).toEqual([
    "PW-1016",
    "PW-1017",
  ]);
});

describe("an import of stock", () => {
  it("books the difference to a count, and undoes it whatever has come and gone since", async () => {
    const { admin } = await openAsAdmin();
    const part = await recordOf(admin, "PW-1012");
    const stock = async () => (await admin.get(`/api/parts/${part?._id}/stock`)).body;
    const applied = await importFile(admin, "stock", "part,on_hand\nPW-1012,390\n");
    expect(await stock()).toMatchObject({ onHand: 390 });
    const delivery = { reason: "delivery", pieces: 5 };
    await admin.send("POST", `/api/parts/${part?._id}/stock`, delivery);
    expect((await undoImport(admin, applied)).state).toBe("undone");
    expect(await stock()).toMatchObject({ onHand: 405 });
  });

  it("is refused where it is no count", async () => {
    const { admin } = await openAsAdmin();
    const checked = await checkFile(admin, "stock", "part,on_hand\nPW-1013,many\nPW-1015,+5\n");
    expect(await listFindings(admin, checked)).toEqual([
      { line: 2, grade: "line", what: "“many” is no count" },
      { line: 3, grade: "line", what: "“+5” is no count" },
    ]);
  });
});

describe("an import of parts", () => {
  it("adds, deletes by the undo, and brings back", async () => {
    const { admin } = await openAsAdmin();
    const file = "part,name,price,type,brand\nNEW-1,Caliper,19,brake-discs,bosch\nNEW-2,,5,,\n";
    const checked = await checkFile(admin, "parts", file);
    expect(await listFindings(admin, checked)).toEqual([
      { line: 3, grade: "line", what: "The name cannot be used" },
    ]);
    const choice = { leaveOut: true, confirmed: false };
    expect(await applyImport(admin, checked, choice)).toMatchObject({ state: "applied" });
    const added = await recordOf(admin, "NEW-1");
    expect(added).toMatchObject({
      name: "Caliper",
      price: 19,
      type: "brake-discs",
      brand: "Bosch",
    });
    await undoImport(admin, checked);
    expect(await recordOf(admin, "NEW-1")).toBeUndefined();
    const again = await checkFile(admin, "parts", "part,name,price\nNEW-1,Caliper again,20\n");
    expect(await listFindings(admin, again)).toMatchObject([{ grade: "confirm" }]);
    await applyImport(admin, again);
    expect(await recordOf(admin, "NEW-1")).toMatchObject({
      _id: added?._id,
      name: "Caliper again",
    });
    await undoImport(admin, again);
  });

  it("has all that delivery, tax and deposits depend on", async () => {
    const { admin } = await openAsAdmin();
    const record = () => recordOf(admin, "PW-1013");
    const before = await record();
    const columns = "part,name,price,weight,bulky,dangerous,tax_class,deposit";
    const file = `${columns}\nPW-1013,A,5,1500,yes,YES,standard,"40,5"\nNEW-9,B,5,20,no,1,,\n`;
    const applied = await importFile(admin, "parts", file);
    expect(await record()).toMatchObject({
      weight: 1_500,
      bulky: true,
      dangerous: true,
      taxClass: "standard",
      deposit: 40.5,
    });
    expect(await recordOf(admin, "NEW-9")).toMatchObject({
      weight: 20,
      bulky: false,
      dangerous: true,
      taxClass: "standard",
      deposit: 0,
    });
    await undoImport(admin, applied);
    const { version: _, ...same } = { ...before };
    expect(await record()).toMatchObject(same);
    const wrong = [
      "PW-1010,A,5,1.5,,,,",
      "PW-1011,A,5,0,,,,",
      "PW-1012,A,5,,maybe,,,",
      "PW-1013,A,5,,,,No Class,",
      "PW-1014,A,5,,,,,much",
      'PW-1015,A,5,,,,,"1,999"',
      "PW-1016,A,5,,,,,100000.01",
      "PW-1017,A,5,,,,exempt,",
    ].join("\n");
    const checked = await checkFile(admin, "parts", `${columns}\n${wrong}\n`);
    const findings = (await listFindings(admin, checked)).map(({ line, what }) => [line, what]);
    expect(findings.filter(([, what]) => !`${what}`.startsWith("The price goes"))).toEqual([
      [2, "The weight cannot be used"],
      [3, "The weight cannot be used"],
      [4, "The bulky cannot be used"],
      [5, "The tax_class cannot be used"],
      [6, "The deposit cannot be used"],
      [7, "The deposit “1,999” may be 1.99 or 1999.00"],
      [8, "The deposit cannot be used"],
      [9, "The settings have no tax class “exempt”, so the part is taxed as the first one"],
    ]);
  });

  it("names what is not right", async () => {
    const { admin } = await openAsAdmin();
    const file = [
      "part,name,type,price,life",
      "NEW/3,Caliper,,5,",
      "PW-1010,Disc,wheels,5,active",
      "PW-1011,Disc,,19.999,active",
      "PW-1012,Disc,,5,dead",
    ].join("\n");
    const checked = await checkFile(admin, "parts", file);
    expect((await listFindings(admin, checked)).filter(({ grade }) => grade === "line")).toEqual([
      { line: 2, grade: "line", what: "NEW/3 is no number of a part" },
      { line: 3, grade: "line", what: "There is no part type “wheels”" },
      { line: 4, grade: "line", what: "“19.999” may be 19.99 or 19999.00" },
      { line: 5, grade: "line", what: "The life cannot be used" },
    ]);
  });
});

it("refuses numbers and attributes that cannot be, and asks about new attributes", async () => {
  const { admin } = await openAsAdmin();
  const numbers = await checkFile(
    admin,
    "numbers",
    "part,kind,brand,number\nPW-1010,gtin,,4006381333932\nPW-1011,oe,,1J0\nPW-1012,oe,VW,4.35E+10\n",
  );
  expect((await listFindings(admin, numbers)).map(({ line, what }) => [line, what])).toEqual([
    [2, "“4006381333932” cannot be a number of kind “gtin”"],
    [3, "“1J0” cannot be a number of kind “oe”"],
    [4, "A spreadsheet has shortened the number to 4.35E+10"],
  ]);
  const file = 'part,attribute,value,unit\nPW-1010,Diameter,"12,5",mm\nPW-1011,Colour,red,\n';
  const attributes = await checkFile(admin, "attributes", file);
  expect((await listFindings(admin, attributes)).map(({ grade }) => grade)).toContain("confirm");
  expect((await listLines(admin, attributes)).length).toBe(2);
});

it("takes numbers and attributes away, and brings them back", async () => {
  const { admin } = await openAsAdmin();
  const kinds = ["numbers", "attributes"] as const;
  const exportAll = () => Promise.all(kinds.map((kind) => exportFile(admin, kind)));
  const listAll = async () => (await exportAll()).map((file) => file.trim().split("\r\n"));
  const prepare = "part,kind,brand,number,pieces,note\nPW-1010,oe,VW,1J0-615,2,left\n";
  await importFile(admin, "numbers", prepare);
  await importFile(admin, "attributes", "part,attribute,value,unit\nPW-1010,Diameter,300,mm\n");
  const before = await listAll();
  const file = [
    "part,kind,brand,number,action",
    "PW-1010,OE,vw,1j0 615,Remove",
    "PW-1010,oe,VW,7H0-615,",
    "PW-1011,oe,VW,1J0-615,remove",
    "PW-1012,oe,VW,1J0-615,delete",
  ].join("\n");
  const numbers = await checkFile(admin, "numbers", file);
  expect(numbers.counts).toMatchObject({ removed: 1, new: 1, refused: 2 });
  expect(await listFindings(admin, numbers)).toEqual([
    { line: 4, grade: "line", what: "There is no such line to take away" },
    { line: 5, grade: "line", what: "There is no action “delete”" },
  ]);
  const [gone] = await listLines(admin, numbers, "removed");
  const cells = { kind: "oe", brand: "VW", number: "1J0-615", pieces: "2", note: "left" };
  expect(gone).toMatchObject({ line: 2, part: "PW-1010", before: cells, after: null });
  await applyImport(admin, numbers, { leaveOut: true, confirmed: true });
  const empty = "part,attribute,value\nPW-1010,diameter,\nPW-1011,Unheard of,\n";
  const attributes = await checkFile(admin, "attributes", empty);
  expect(attributes.counts).toMatchObject({ removed: 1, refused: 1 });
  await applyImport(admin, attributes, { leaveOut: true, confirmed: true });
  const [numbersNow, attributesNow] = await listAll();
  expect(new Set(before[0]).difference(new Set(numbersNow))).toEqual(
    new Set(["PW-1010,oe,VW,1J0-615,2,left"]),
  );
  expect(new Set(before[1]).difference(new Set(attributesNow))).toEqual(
    new Set(["PW-1010,Diameter,300,mm"]),
  );
  for (const each of [attributes, numbers]) {
    expect((await undoImport(admin, each)).state).toBe("undone");
  }
  expect(await listAll()).toEqual(before);
});

it("undoes what two lines write of a new attribute and of a new brand in two ways", async () => {
  const { admin } = await openAsAdmin();
  for (const [kind, file] of [
    ["attributes", "part,attribute,value,unit\nPW-1010,Bore,12,mm\nPW-1011,Bore,12.50,mm\n"],
    ["parts", "part,brand\nPW-1010,Newbrand\nPW-1011,NEWBRAND\n"],
  ] as const) {
    const before = await exportFile(admin, kind);
    expect(await undoImport(admin, await importFile(admin, kind, file))).toMatchObject({
      state: "undone",
    });
    expect(await exportFile(admin, kind)).toBe(before);
  }
});

it("gives one GTIN to one part", async () => {
  const { admin } = await openAsAdmin();
  const check = (lines: string) => checkFile(admin, "numbers", `part,kind,number\n${lines}`);
  const twice = await check("PW-1010,gtin,4006381333931\nPW-1011,gtin,04006381333931\n");
  expect(await listFindings(admin, twice)).toMatchObject([
    { line: 2, what: "GTIN 04006381333931 is also in line 3" },
    { line: 3, what: "GTIN 04006381333931 is also in line 2" },
  ]);
  await importFile(admin, "numbers", "part,kind,number\nPW-1010,gtin,4006381333931\n");
  const taken = await check("PW-1010,gtin,04006381333931\nPW-1011,gtin,4006381333931\n");
  expect(await listFindings(admin, taken)).toMatchObject([
    { line: 2, what: "04006381333931 is the GTIN of PW-1010" },
    { line: 3, what: "4006381333931 is the GTIN of PW-1010" },
  ]);
});
