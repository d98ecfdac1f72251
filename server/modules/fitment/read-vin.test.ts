import { expect, it } from "vitest";
import { toSlug } from "#contract/rules/part-path.ts";
import { combinationsOf } from "#seed/fit/add-demo-fit.ts";
import { demoVins, makeVin } from "#seed/fit/demo-vins.ts";
import { demoModels, makers } from "#seed/fit/models.ts";
import { judge, readVin, shareDemoFit } from "#tests/demo-fit.ts";
import { addVinRules } from "./add-vin-rules.ts";
import { readVin as readVinOf } from "./read-vin.ts";

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
  ["AX1A3HBFXEK080001", 400, /^At least one character does not match\. /],
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

const mismatch =
  "At least one character does not match. Compare all 17, above all 0/O, 1/I, 5/S, 8/B. Check it, or choose the car from the lists.";

it("a mistyped character is not guessed: the answer is the same wherever it is", async () => {
  const { shop } = await demo();
  const right = demoVins[0]?.vin ?? "";
  const mistype = (vin: string, at: number) =>
    vin.slice(0, at) + (vin[at] === "4" ? "5" : "4") + vin.slice(at + 1);
  for (let at = 3; at < 17; at++) {
    const [one, two] = [mistype(right, at), mistype(mistype(right, at), at === 16 ? 15 : 16)];
    for (const vin of [one, two]) {
      const read = await readVinOf(shop.db, vin);
      // What passes the check by chance is read; it never says how to pass it.
      if ("vehicles" in read) expect(vin, "has the right check digit").toBe(two);
      else expect(read).toMatchObject({ code: "invalid", message: mismatch });
    }
  }
});

it("a VIN is read exactly if a car was built with the engine that it names, up to the first and last year", async () => {
  const { shop } = await demo();
  const counts = { read: 0, refused: 0 };
  for (const model of demoModels.filter(({ make }) => makers[make]?.hasCheckDigit)) {
    const { make, code, years, engines, unknown } = model;
    for (const { engine, from = 0, to = 0 } of unknown ? [] : engines) {
      const edges = [from - 1, from, to, to + 1];
      for (const year of edges.filter((one) => one >= years[0] && one <= years[1])) {
        const vin = makeVin({ make, code, year, serial: 1, engine });
        const isRead = "vehicles" in (await readVinOf(shop.db, vin));
        const combinations = combinationsOf(model, year);
        const isBuilt = combinations.some((one) => one.engine === toSlug(engine));
        expect(isRead, `${vin}, a ${year} ${model.name} ${engine}`).toBe(isBuilt);
        counts[isRead ? "read" : "refused"]++;
      }
    }
  }
  expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(5);
});

it("a VIN of a car that was never built says so, and what to compare", async () => {
  const vin = makeVin({ make: "Haldren", code: "P1", year: 2005, serial: 1, engine: "1.5 D" });
  const { status, body } = await (await demo()).send("POST", "/api/vehicles/read-vin", { vin });
  expect(status).toBe(400);
  const message =
    "By this VIN it is a 2005 Haldren Pico with engine 1.5 D, and none was built so. Compare all 17, above all 0/O, 1/I, 5/S, 8/B. Check it, or choose the car from the lists.";
  expect(body).toEqual({ error: { code: "invalid", message, fields: { vin: message } } });
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
