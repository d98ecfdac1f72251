// What lines of applications show together, and what they bring.
import { expect, it } from "vitest";
import type { Part } from "#contract/catalog.ts";
import type { NewPart } from "#contract/part-edits.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { addTessaro } from "#tests/builders/vehicle.ts";
import { checkFile, importFile, listFindings } from "#tests/imports.ts";
import { shareShop } from "#tests/open-shop.ts";
import { openVisitor, type SignedIn, signUpAdmin } from "#tests/people.ts";

const types = ["discs", "pads", "drums"].map((slug) => aPartType({ slug, name: `Brake ${slug}` }));
const shared = shareShop({ types });
let isFilled = false;

const brakePart = (number: string, more: Partial<NewPart> = {}) =>
  aPart({ number, type: "discs", minimumQuantity: 0, ...more });

async function open() {
  const shop = await shared();
  if (!isFilled) {
    isFilled = true;
    await addTessaro(shop.databaseUrl);
    await addParts(shop.shop.db, [
      ...["D-1", "D-2"].map((number) => brakePart(number)),
      brakePart("D-3", { minimumQuantity: 3 }),
      brakePart("D-4", {
        replacedBy: [{ part: "D-1", choice: 1, quantity: 1, bothWays: false, reason: "" }],
      }),
      brakePart("PADS", { type: "pads" }),
      brakePart("DRUM", { type: "drums" }),
    ]);
  }
  return { shop, admin: await signUpAdmin(shop) };
}

const columns = "part,make,model,year_from,year_to,conditions,position,quantity,note";

async function findIn(admin: SignedIn, lines: readonly string[]) {
  const file = [columns, ...lines.map((line) => line.replace(",", ",Tessaro,"))].join("\n");
  const findings = await listFindings(admin, await checkFile(admin, "applications", file));
  return findings.map(({ line, grade, what }) => `${line} ${grade}: ${what}`);
}

it("names lines that are told apart by different facts, lack their other side, or say it in a note", async () => {
  const { admin } = await open();
  const found = await findIn(admin, [
    "D-1,Vero,2012,2012,engine=1.6,Front,2,",
    "D-2,Vero,2012,2012,,Front,2,",
    "D-1,Vero,2013,2013,engine=1.6,Left,,",
    "D-2,Vero,2013,2013,drive=All,Left,,",
    "D-1,Lido,2014,2014,,Rear,2,",
    "D-1,Vero,2014,2014,,,,to 10/2014",
    "D-2,Vero,2015,2015,,,,OE 43512-0K050",
    "D-3,Vero,2016,2016,,,2,ventilated 312 mm",
    "D-4,Vero,2016,2016,engine=2.0,Rear,1,",
  ]);
  expect(found.filter((text) => !text.includes("info"))).toEqual([
    "2 confirm: Brake discs have “front” for this model, but none has “rear”",
    "3 confirm: Line 2 (D-1) has a condition on engine for the same cars, this line has none",
    "5 confirm: This line goes by drive, line 4 (D-1) by engine, for the same cars",
    "7 confirm: The note “to 10/2014” may leave out some cars, but a note leaves out none",
    "8 confirm: “OE 43512-0K050” in the note looks like a number of another maker",
    "9 confirm: A car needs 2, but the least that can be ordered is 4",
    "10 confirm: D-1 replaces this part, and has no line for these cars",
  ]);
  expect(found.filter((text) => text.includes("info"))).toEqual([
    "2 info: D-1 gains 4 model years",
    "3 info: D-2 gains 3 model years",
    "9 info: D-3 gains 1 model year",
    "10 info: D-4 gains 1 model year",
  ]);
});

it("asks about a quantity or a position that a type of parts hardly ever has", async () => {
  const { shop, admin } = await open();
  const line = (at: number, position: string, quantity: number) =>
    `DRUM,Vero,2012,2016,built=20${10 + at}-01-01..20${10 + at}-12-31,${position},${quantity},`;
  const usual = Array.from({ length: 6 }, (_, at) => line(at + 2, "Rear", 2));
  const header = `${columns},label`;
  const labelled = Array.from(
    { length: 60 },
    (_, at) => `DRUM,Tessaro,Lido,2012,2016,,Rear,2,,${at}`,
  );
  await importFile(admin, "applications", [header, ...labelled].join("\n"));
  const visitor = openVisitor(shop);
  const drum = (await visitor.get("/api/parts/DRUM")).body as Part;
  await visitor.send("PUT", "/api/basket/lines", { lines: [{ part: drum._id, quantity: 1 }] });
  const found = await findIn(admin, [
    ...usual,
    "DRUM,Vero,2012,2016,engine=1.6,Rear,8,",
    "DRUM,Vero,2012,2016,engine=2.0,Upper,2,",
  ]);
  expect(found).toEqual(
    expect.arrayContaining([
      "8 confirm: 8 pieces are unusual for Brake drums at this position: 1 of 67 lines say so",
      "9 confirm: None of 60 lines of Brake drums has the position “upper”",
      "2 info: DRUM gains 5 model years",
      "2 info: It concerns 1 basket",
    ]),
  );
});

it("asks about a number of a maker that parts of different types claim", async () => {
  const { admin } = await open();
  await importFile(admin, "numbers", "part,kind,brand,number\nD-1,oe,Haldren,43512-0K050\n");
  const lines = [
    "PADS,oe,Haldren,435120K050",
    "D-2,oe,Haldren,43512-0k050",
    "PADS,oe,Tessaro,77-1",
    "DRUM,oe,Tessaro,771",
  ];
  const file = ["part,kind,brand,number", ...lines].join("\n");
  const findings = await listFindings(admin, await checkFile(admin, "numbers", file));
  expect(findings.map(({ line, what }) => `${line}: ${what}`)).toEqual([
    "2: 435120K050 is also a number of D-1, which is of another type (Brake discs)",
    "3: 43512-0k050 is also a number of PADS, which is of another type (Brake pads)",
    "4: 77-1 is also a number of DRUM, which is of another type (Brake drums)",
    "5: 771 is also a number of PADS, which is of another type (Brake pads)",
  ]);
});
