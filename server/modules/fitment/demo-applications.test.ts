// The file of the demo's applications, against what the shop says of its cars.
import { expect, it } from "vitest";
import type { Reply } from "#contract/call.ts";
import type { VehiclePage, vehicleCalls } from "#contract/fitment.ts";
import { judge, shareDemoFit } from "#tests/demo-fit.ts";
import { checkFile, exportFile, importFile, listFindings, undoImport } from "#tests/imports.ts";
import { signUpAdmin } from "#tests/people.ts";

const demo = shareDemoFit();

type OfVehicle = Reply<typeof vehicleCalls.partsOfType>;
it("the demo's applications are exported, and imported again without a change", async () => {
  const shop = await demo();
  const admin = await signUpAdmin(shop);
  const file = await exportFile(admin, "applications");
  expect(file.split("\r\n").length).toBeGreaterThan(1_500);
  const checked = await checkFile(admin, "applications", file);
  expect(await listFindings(admin, checked)).toEqual([]);
  expect(checked.counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
});

type Line = { part: string; model: string; from: number; to: number };
type Car = { model: string; year: number };

/** The parts with a line for the car: the catalogue's file, read by nothing of the shop. */
function partsInFile(lines: readonly Line[], { model, year }: Car): string[] {
  const fitting = lines.filter(
    (line) => line.model === model && line.from <= year && year <= line.to,
  );
  return [...new Set(fitting.map(({ part }) => part))].sort();
}

it("the lists of a car are exactly the parts with a line of the catalogue for it", async () => {
  const shop = await demo();
  const admin = await signUpAdmin(shop);
  const rows = (await exportFile(admin, "applications")).split("\r\n").slice(1, -1);
  const lines = rows.map((row) => {
    const [part = "", make, model, from, to] = row.split(",");
    return { part, model: `${make} ${model}`, from: Number(from), to: Number(to) };
  });
  const faulty = [
    lines.map((line) => ({ ...line, to: line.to - 1 })),
    lines.map((line) => ({ ...line, from: line.from + 1 })),
    lines.map((line) => ({ ...line, model: line.model.replace("Marlow", "Selden") })),
  ];
  const found = faulty.map(() => 0);
  for (const path of ["corvane/arden/2014", "corvane/marlow/2012", "corvane/selden/2010"]) {
    const car = (await shop.get(`/api/vehicles/${path}`)).body as VehiclePage;
    const named = { model: `${car.make.name} ${car.model.name}`, year: car.year };
    const listed = new Set<string>();
    for (const { slug, parts } of car.types) {
      let count = 0;
      for (let after = ""; ; ) {
        const page = (await shop.get(`/api/vehicles/${path}/${slug}${after}`)).body as OfVehicle;
        for (const { number } of page.parts) listed.add(number);
        expect(page.items.map(({ part }) => part)).toEqual(page.parts.map(({ _id }) => _id));
        count += page.parts.length;
        if (page.next === null) break;
        after = `?after=${page.next}`;
      }
      expect([slug, count]).toEqual([slug, parts]);
    }
    expect([...listed].sort()).toEqual(partsInFile(lines, named));
    faulty.forEach((file, at) => {
      if (partsInFile(file, named).join() !== [...listed].sort().join()) found[at] = 1;
    });
  }
  expect(found).toEqual([1, 1, 1]);
});

it("exporting, importing and undoing change no verdict and no line", async () => {
  const shop = await demo();
  const admin = await signUpAdmin(shop);
  const { id } = (await shop.get("/api/vehicles/corvane/arden/2014")).body as VehiclePage;
  const numbers = ["PW-2312", "PW-104-330", "PW-104-288", "PW-104-256", "PW-1150"];
  const verdicts = async () => (await judge(shop, id, [], numbers)).items;
  const [before, file] = [await verdicts(), await exportFile(admin, "applications")];
  const rows = file.split("\r\n");
  const arden = rows.filter((row) => row.startsWith("PW-2312,Corvane,Arden,2014"));
  expect(arden.length).toBeGreaterThan(0);
  const held = arden.map((row) => row.replace(/,$/, ",Looked at"));
  const batch = await importFile(admin, "applications", [rows[0], ...held].join("\r\n"));
  // A batch that is not undone is seen.
  expect(await verdicts()).not.toEqual(before);
  expect(await exportFile(admin, "applications")).not.toBe(file);
  await undoImport(admin, batch);
  expect(await verdicts()).toEqual(before);
  expect(await exportFile(admin, "applications")).toBe(file);
});

it("lines of one file that contradict each other are refused, and what looks odd is asked", async () => {
  const shop = await demo();
  const admin = await signUpAdmin(shop);
  const rows = [
    ["PW-2312", 2010, 2011, "hole", 2],
    ["PW-2312", 2013, 2013, "hole", 2],
    ["PW-2312", 2015, 2016, "rival", 2],
    ["PW-104-330", 2016, 2017, "rival", 2],
    ["PW-2312", 2017, 2018, "pieces", 1],
    ["PW-2312", 2018, 2019, "pieces", 2],
  ].map(([part, from, to, label, quantity]) =>
    [part, "Corvane", "Arden", from, to, label, quantity].join(),
  );
  const header = "part,make,model,year_from,year_to,label,quantity";
  const checked = await checkFile(admin, "applications", [header, ...rows].join("\n"));
  const findings = (await listFindings(admin, checked)).filter(({ grade }) => grade !== "info");
  expect(findings.map(({ line, grade, what }) => `${line} ${grade}: ${what}`).sort()).toEqual([
    "3 confirm: 2012 is left out between this line and another one of the part",
    expect.stringMatching(/^4 confirm: PW-104-330 is for the same cars/),
    expect.stringMatching(/^5 confirm: PW-2312 is for the same cars/),
    "6 confirm: A car needs 1, but the least that can be ordered is 2",
    "6 line: Line 7 says another number of pieces for some of these cars",
    "7 line: Line 6 says another number of pieces for some of these cars",
  ]);
  expect(checked.counts).toMatchObject({ new: 4, refused: 2 });
});
