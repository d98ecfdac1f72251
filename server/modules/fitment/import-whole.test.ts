// A file that is the whole of a brand takes away what it leaves out.
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
  listLines,
  sendImport,
  undoImport,
} from "#tests/imports.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";

const columns = "part,make,model,year_from,year_to,quantity";
const toFile = (lines: readonly string[]) =>
  [columns, ...lines.map((line) => line.replace(",", ",Tessaro,"))].join("\n");

async function open() {
  const types = ["discs", "pads"].map((slug) => aPartType({ slug, name: `Brake ${slug}` }));
  const shop = await openShop({ types });
  await addTessaro(shop.databaseUrl);
  const of = (number: string, brand: string, type = "discs") =>
    aPart({ number, brand, type, minimumQuantity: 0 });
  await addParts(shop.shop.db, [
    of("A-1", "Alba"),
    of("A-2", "Alba"),
    of("A-3", "Alba"),
    of("A-P", "Alba", "pads"),
    of("B-1", "Brio"),
  ]);
  const admin = await signUpAdmin(shop);
  await importFile(
    admin,
    "applications",
    toFile([
      "A-1,Vero,2012,2013,2",
      "A-1,Vero,2014,2014,2",
      "A-2,Vero,2015,2015,2",
      "A-3,Lido,2012,2016,2",
      "A-P,Lido,2012,2016,1",
      "B-1,Lido,2012,2016,2",
    ]),
  );
  return { shop, admin };
}

it("shows before what it takes away, of no other brand or type, and gives it back when undone", async () => {
  const { admin } = await open();
  const before = await exportFile(admin, "applications");
  const file = toFile(["A-1,Vero,2012,2013,4", "A-2,Vero,2015,2015,2"]);
  const checked = await checkFile(admin, "applications", file, true);
  expect(checked).toMatchObject({
    whole: true,
    counts: { changed: 1, same: 1, removed: 2, inShop: 4, new: 0 },
  });
  const removed = await listLines(admin, checked, "removed");
  expect(
    removed.map(({ part, before, after }) => [part, before?.model, before?.year_from, after]),
  ).toEqual(
    expect.arrayContaining([
      ["A-1", "Vero", "2014", null],
      ["A-3", "Lido", "2012", null],
    ]),
  );
  const found = await listFindings(admin, checked);
  expect(found.map(({ what }) => what)).toEqual(
    expect.arrayContaining(["A-1 loses 1 model year", "A-3 loses 5 model years"]),
  );
  const apply = (choice: object) => admin.send("POST", `/api/imports/${checked._id}/apply`, choice);
  for (const choice of [{}, { removed: 3 }]) {
    expect(await apply({ leaveOut: false, confirmed: true, ...choice })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("takes away 2 of 4 lines") } },
    });
  }
  await applyImport(admin, checked, { leaveOut: false, confirmed: true, removed: 2 });
  const after = await exportFile(admin, "applications");
  expect(after.match(/^(A|B)-[^,]+/gm)).toEqual(["A-1", "A-2", "A-P", "B-1"]);
  expect((await undoImport(admin, checked)).state).toBe("undone");
  expect(await exportFile(admin, "applications")).toBe(before);
});

it("leaves a part alone of which a line is refused, and takes files of one brand only", async () => {
  const { admin } = await open();
  const faulty = toFile(["A-1,Vero,2012,2013,100", "A-2,Vero,2015,2015,2", "A-3,Lido,2012,2016,2"]);
  const checked = await checkFile(admin, "applications", faulty, true);
  expect(checked.counts).toMatchObject({ refused: 1, same: 2, removed: 0 });
  expect(await listFindings(admin, checked)).toContainEqual({
    line: 2,
    grade: "info",
    what: "This line is refused, so 1 line of the part that the file leaves out would stay",
  });
  const others = ["A-2,Vero,2015,2015,2", "A-3,Lido,2012,2016,2"];
  const contradictory = ["A-1,Lido,2012,2013,2", "A-1,Lido,2013,2014,4", "A-1,Vero,2013,2014,4"];
  const together = await checkFile(
    admin,
    "applications",
    toFile([...contradictory, ...others]),
    true,
  );
  expect(together.counts).toMatchObject({ refused: 3, same: 2, removed: 0 });
  const found = await listFindings(admin, together);
  expect(found.map(({ line, grade, what }) => `${line} ${grade}: ${what}`)).toEqual([
    "2 line: Line 3 says another number of pieces for some of these cars",
    "3 info: This line is refused, so 2 lines of the part that the file leaves out would stay",
    "3 line: Line 2 says another number of pieces for some of these cars",
    "4 line: A line of the part that stays says another number of pieces for some of these cars",
  ]);
  const mixed = toFile(["A-1,Vero,2012,2013,2", "B-1,Lido,2012,2016,2"]);
  const refused = await checkFile(admin, "applications", mixed, true);
  expect(await listFindings(admin, refused)).toContainEqual({
    line: 3,
    grade: "file",
    what: expect.stringContaining("This part is of Brio, line 2 of Alba"),
  });
  expect(refused.counts).toMatchObject({ file: 1, removed: 0 });
  const prices = await sendImport(admin, { kind: "prices", file: "part,price\n", whole: true });
  expect(prices.status).toBe(400);
});
