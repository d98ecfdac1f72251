import { expect, it } from "vitest";
import { demoVins, makeVin } from "#seed/fit/demo-vins.ts";
import { judge, readVin, shareDemoFit } from "#tests/demo-fit.ts";
import { addVinRules } from "./add-vin-rules.ts";

const demo = shareDemoFit();

it.each(demoVins)("$vin, a $car: $part, $says", async ({ vin, part, says, asks }) => {
  const shop = await demo();
  const { vehicles, known } = await readVin(shop, vin);
  const { items } = await judge(shop, vehicles[0]?.id ?? 0, known, [part]);
  const verdict = { says, ...(asks ? { ask: asks } : {}) };
  expect(items).toMatchObject(says === "nothing" ? [] : [{ verdict }]);
});

it("a VIN says what its maker's rules say, in words", async () => {
  const shop = await demo();
  const { vehicles, known, facts } = await readVin(shop, ` ${demoVins[0]?.vin.toLowerCase()}`);
  expect(vehicles).toMatchObject([
    { make: { slug: "corvane" }, model: { slug: "arden", name: "Arden" }, year: 2014 },
  ]);
  const labels = facts.flatMap(({ key, values }) => values.map(({ label }) => `${key} ${label}`));
  expect(labels.sort()).toEqual(["body Hatchback", "engine 2.0 T"]);
  expect(known).toContainEqual({ fact: "serial", series: "K", from: 41_207, to: 41_207 });
});

it("a VIN that leaves two models open names both and keeps nothing as known", async () => {
  const { vehicles, known } = await readVin(await demo(), demoVins[10]?.vin ?? "");
  expect(vehicles.map(({ model }) => model.name)).toEqual(["Marlow", "Selden"]);
  expect(known).toEqual([]);
});

it.each([
  ["AX1A3HBF5EK08000I", 400, /^Place 17 is “I”/],
  [
    makeVin({ make: "Corvane", code: "A3", year: 2014, serial: 1 }).replace(/(?<=^.{8})./, "?"),
    400,
    /^Place 9 is “\?”/,
  ],
  ["AX1A3HBFXEK080001", 400, /^Place 9 should be \d\. /],
  ["ZZ1A3HBF5EK080001", 404, /^We do not carry this maker's cars/],
  [makeVin({ make: "Corvane", code: "ZZ", year: 2014, serial: 1 }), 404, /^No car of ours/],
])("the VIN %s is refused with a sentence", async (vin, status, message) => {
  const { send } = await demo();
  const refused = await send("POST", "/api/vehicles/read-vin", { vin });
  expect(refused).toMatchObject({
    status,
    body: { error: { message: expect.stringMatching(message) } },
  });
});

it("of a maker with few cars, places 12 to 14 of a VIN belong to its name", async () => {
  const shop = await demo();
  const patterns = [{ pattern: "A3", says: "model", value: "corvane/arden" }];
  const small = { id: 900, name: "Small", wmi: "AX9123", hasCheckDigit: false, patterns };
  await addVinRules(shop.shop.db, [{ ...small, years: [2010, 2020] }]);
  const { vehicles } = await readVin(shop, "AX9A30B0ZEK123001");
  expect(vehicles).toMatchObject([{ model: { name: "Arden" }, year: 2014 }]);
  const other = await shop.send("POST", "/api/vehicles/read-vin", { vin: "AX9A30B0ZEK124001" });
  expect(other.status).toBe(404);
});
