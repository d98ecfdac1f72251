// Cars, VINs and quantities that are easy to get wrong, through the calls.
import { expect, it } from "vitest";
import type { PartPage } from "#contract/catalog.ts";
import type { JudgedWithBasis, VehiclePage } from "#contract/fitment.ts";
import type { Term } from "#contract/rules/fit.ts";
import { vinCheckDigit } from "#contract/rules/vin.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { addVinRules } from "#server/modules/fitment/add-vin-rules.ts";
import { addTessaro } from "#tests/builders/vehicle.ts";
import { checkFile, importFile, listFindings } from "#tests/imports.ts";
import { share, startShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";

const open = share(
  async () => {
    const shop = await startShop({ types: [aPartType({ slug: "drums", name: "Drums" })] });
    await addTessaro(shop.databaseUrl);
    const drum = (number: string, minimumQuantity: number) =>
      aPart({ number, type: "drums", minimumQuantity });
    await addParts(shop.shop.db, [drum("T-1", 0), drum("T-2", 1), drum("T-3", 2)]);
    return { shop, admin: await signUpAdmin(shop) };
  },
  ({ shop }) => shop.stop(),
);

const toFile = (...lines: string[]) =>
  ["part,make,model,year_from,year_to,conditions,position,quantity", ...lines].join("\n");

it("answers that contradict every car that was built are named as such, whatever the part asks for", async () => {
  const { shop, admin } = await open();
  const file = toFile("T-1,Tessaro,Vero,2014,2014,engine=1.6,,1", "T-2,Tessaro,Vero,2014,2014,,,2");
  await importFile(admin, "applications", file);
  const car = (await shop.get("/api/vehicles/tessaro/vero/2014")).body as VehiclePage;
  const numbers = ["T-1", "T-2", "T-3"];
  const pages = numbers.map(async (number) => (await shop.get(`/api/parts/${number}`)).body);
  const parts = (await Promise.all(pages)).map((page) => (page as PartPage)._id);
  const says = async (known: Term[]) => {
    const { body } = await shop.send("POST", "/api/fit", { vehicle: car.id, known, parts });
    return (body as JudgedWithBasis).items.map(({ verdict }) =>
      verdict.says === "not-known" ? verdict.why : verdict.says,
    );
  };
  expect(await says([])).toEqual(["yes-if", "yes", "no-data"]);
  const drive = car.facts.find(({ key }) => key === "drive")?.values ?? [];
  const neither: Term = { fact: "drive", none: drive.map(({ id }) => id) };
  expect(drive).toHaveLength(2);
  expect(await says([neither])).toEqual(["contradiction", "contradiction", "contradiction"]);
});

it("a part of which a car needs less than can be ordered is found by the import", async () => {
  const { admin } = await open();
  const file = toFile("T-2,Tessaro,Lido,2015,2015,,Rear,2", "T-3,Tessaro,Lido,2016,2016,,Rear,2");
  const findings = await listFindings(admin, await checkFile(admin, "applications", file));
  // An order is more than the minimum: of 2, at least 3.
  expect(findings.filter(({ what }) => what.includes("ordered"))).toMatchObject([
    {
      line: 3,
      grade: "confirm",
      what: "A car needs 2, but the least that can be ordered is 3",
    },
  ]);
});

it("Z at place 9 of a European VIN is read; a wrong check digit proposes none, and nothing is said of the car", async () => {
  const { shop } = await open();
  const patterns = [
    { pattern: "V4", says: "model", value: "tessaro/vero" },
    { pattern: "V4**B", says: "engine", value: "2-0" },
  ];
  await addVinRules(shop.shop.db, [
    { id: 1, name: "Europe", wmi: "AV1", hasCheckDigit: false, patterns, years: [2010, 2026] },
    { id: 2, name: "America", wmi: "AY1", hasCheckDigit: true, patterns, years: [2010, 2026] },
  ]);
  const read = (vin: string) => shop.send("POST", "/api/vehicles/read-vin", { vin });
  const vero = { vehicles: [{ model: { name: "Vero" }, year: 2014 }] };
  const engine = expect.arrayContaining([expect.objectContaining({ fact: "engine" })]);
  expect(await read("AV1V40BBZEK000123")).toMatchObject({
    status: 200,
    body: { ...vero, known: engine },
  });
  const digit = vinCheckDigit("AY1V40BB0EK000123");
  const vin = (place9: string) => `AY1V40BB${place9}EK000123`;
  expect(await read(vin(digit))).toMatchObject({ status: 200, body: { ...vero, known: engine } });
  for (const place9 of ["Z", digit === "1" ? "2" : "1"]) {
    const message =
      "At least one character does not match. Compare all 17, above all 0/O, 1/I, 5/S, 8/B. Check it, or choose the car from the lists.";
    expect(await read(vin(place9))).toEqual({
      status: 400,
      body: { error: { code: "invalid", message, fields: { vin: message } } },
    });
  }
});
