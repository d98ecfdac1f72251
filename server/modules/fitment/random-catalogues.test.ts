// Random catalogues through the real calls, against the oracle of tests/fit. CATALOGUES: how many.
import { expect, it } from "vitest";
import type { Reply } from "#contract/call.ts";
import type { ListForCar } from "#contract/fit-lists.ts";
import type { JudgedWithBasis, vehicleCalls } from "#contract/fitment.ts";
import type { Verdict } from "#contract/rules/fit.ts";
import {
  type FilledShop,
  fillShop,
  prepareShop,
  type RandomCar,
  type RandomCatalogue,
  randomCatalogue,
  trueOutcomeOf,
  types,
} from "#tests/fit/random-catalogue.ts";
import { hashRows, lastCondition } from "#tests/hash-rows.ts";
import { applyImport, checkFile, exportFile, importFile, undoImport } from "#tests/imports.ts";
import { type OpenShop, openShop, share, startShop } from "#tests/open-shop.ts";
import { randomBelow } from "#tests/random.ts";

const catalogues = Number(process.env.CATALOGUES ?? 2);

const open = share(
  async () => {
    const shop = await startShop({});
    await prepareShop(shop);
    return shop;
  },
  ({ stop }) => stop(),
);

let made = 0;
const nextCatalogue = () => randomCatalogue(`m${++made}`, randomBelow(2 ** 30));

type OfVehicle = Reply<typeof vehicleCalls.partsOfType>;
type Said = { verdict: Verdict };
const isNotNo = ({ verdict }: Said) => verdict.says !== "no";

/** The page of a car and a type: by number, what it says of each part. */
async function readPage(shop: OpenShop, make: string, { model, year }: RandomCar, type: string) {
  const found = new Map<string, string>();
  for (let after = ""; ; ) {
    const path = `/api/vehicles/${make}/${model}/${year}/${type}${after}`;
    const page = (await shop.get(path)).body as OfVehicle;
    const numbers = new Map(page.parts.map(({ _id, number }) => [_id, number]));
    for (const { part, verdict } of page.items) found.set(numbers.get(part) ?? part, verdict.says);
    if (page.next === null) return found;
    after = `?after=${page.next}`;
  }
}

const sorted = (numbers: Iterable<string>) => [...numbers].sort();

it("the list of a page is exactly the parts that have a line for the car and a verdict other than no", async () => {
  const shop = await open();
  const said: Record<string, number> = {};
  for (let time = 0; time < catalogues; time++) {
    const { catalogue, vehicles, ids, toShop } = await fillShop(shop, nextCatalogue());
    const numbers = new Map([...ids].map(([number, id]) => [id, number]));
    for (const car of catalogue.cars) {
      const vehicle = vehicles.get(car)?.id ?? 0;
      for (const type of types) {
        const parts = catalogue.parts.filter((part) => part.types.includes(type) && !part.hidden);
        const listed = parts.filter((part) => trueOutcomeOf(part, car, []).isListed);
        const about = `${car.model} ${car.year}, ${type}`;
        const fitting = (known: RandomCar["known"]) =>
          listed.filter((part) => trueOutcomeOf(part, car, known).says !== "no");

        const page = await readPage(shop, catalogue.make, car, type);
        for (const says of page.values()) said[says] = (said[says] ?? 0) + 1;
        const shown = [...page].filter(([, says]) => says !== "no").map(([number]) => number);
        expect([about, ...sorted(shown)]).toEqual([
          about,
          ...sorted(fitting([]).map(({ number }) => number)),
        ]);

        // The same list once more is known of the car, as the browser asks and the shop counts.
        const known = toShop(car.known);
        const asked = { vehicle, known, parts: listed.map(({ number }) => ids.get(number)) };
        const { items } = (await shop.send("POST", "/api/fit", asked)).body as JudgedWithBasis;
        const left = items.filter(isNotNo).map(({ part }) => numbers.get(part) ?? part);
        const expected = sorted(fitting(car.known).map(({ number }) => number));
        expect([about, ...sorted(left)]).toEqual([about, ...expected]);
        const list = { type, vehicle: `${vehicle}` };
        const { body } = await shop.send("POST", "/api/catalogue/fit", {
          car: { vehicle, known },
          list,
        });
        const { yes, yesIf, notKnown, no, ...forCar } = body as ListForCar;
        expect([about, yes + yesIf + notKnown, no]).toEqual([
          about,
          expected.length,
          listed.length - expected.length,
        ]);
        expect([about, ...sorted(forCar.items.map(({ number }) => number))]).toEqual([
          about,
          ...expected,
        ]);
        const groups = forCar.items.map(({ says }) =>
          ["yes", "yes-if", "not-known"].indexOf(says ?? ""),
        );
        expect([about, ...groups]).toEqual([about, ...[...groups].sort()]);
        const { body: shopList } = await shop.get(`/api/catalogue?type=${type}&vehicle=${vehicle}`);
        const inShop = (shopList as { items: { number: string }[] }).items;
        expect(sorted(inShop.map(({ number }) => number))).toEqual(
          sorted(listed.map(({ number }) => number)),
        );
      }
    }
  }
  // Each verdict comes up, so that none is right by chance.
  expect(Object.keys(said).sort()).toEqual(["no", "not-known", "yes", "yes-if"]);
});

/** Of every part on every car, with and without what is known of the car, by number. */
async function readVerdicts(shop: OpenShop, { catalogue, vehicles, ids, toShop }: FilledShop) {
  const verdicts: string[] = [];
  const numbers = new Map([...ids].map(([number, id]) => [id, number]));
  for (const car of catalogue.cars) {
    for (const known of [[], car.known]) {
      const { body } = await shop.send("POST", "/api/fit", {
        vehicle: vehicles.get(car)?.id,
        known: toShop(known),
        parts: [...ids.values()],
      });
      for (const { part, verdict } of (body as JudgedWithBasis).items) {
        const needs = verdict.says === "yes" ? verdict.needs.map(({ pieces }) => pieces) : [];
        verdicts.push(
          `${car.model} ${car.year} ${known.length} ${numbers.get(part)}: ${verdict.says} ${needs}`,
        );
      }
    }
  }
  return verdicts.sort();
}

/** A kit fits if its components do. */
function kitsOf({ parts }: RandomCatalogue): string {
  const lines = parts.flatMap(({ number }, at) =>
    at % 2 === 0 && parts[at + 1] ? [`${number},${parts[at + 1]?.number},1,yes`] : [],
  );
  return ["part,component,quantity,sold_alone", ...lines].join("\r\n");
}

it("exporting, importing elsewhere and exporting again changes no verdict and no byte", async () => {
  for (let time = 0; time < catalogues; time++) {
    const [shop, other] = [await openShop(), await openShop()];
    await Promise.all([prepareShop(shop), prepareShop(other)]);
    const given = nextCatalogue();
    const filled = await fillShop(shop, given);
    const empty = await fillShop(other, given, { withLines: false });
    await importFile(filled.admin, "kits", kitsOf(filled.catalogue));
    const file = await exportFile(filled.admin, "applications");
    const kits = await exportFile(filled.admin, "kits");
    const again = await checkFile(filled.admin, "applications", file);
    expect(again.counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
    const before = await readVerdicts(shop, filled);
    expect(await readVerdicts(other, empty)).not.toEqual(before);
    await importFile(empty.admin, "applications", file);
    expect(await readVerdicts(other, empty)).not.toEqual(before);
    await importFile(empty.admin, "kits", kits);
    expect(await exportFile(empty.admin, "applications")).toBe(file);
    expect(await exportFile(empty.admin, "kits")).toBe(kits);
    expect(await readVerdicts(other, empty)).toEqual(before);
  }
});

it("a batch that is applied and undone changes no verdict and no row", async () => {
  const shop = await open();
  for (let time = 0; time < catalogues; time++) {
    const filled = await fillShop(shop, nextCatalogue());
    const { admin } = filled;
    const [header = "", ...rows] = (await exportFile(admin, "applications"))
      .trimEnd()
      .split("\r\n");
    const columns = header.split(",");
    const change = (row: string, name: string, to: (cell: string) => string) =>
      row
        .split(",")
        .map((cell, at) => (columns[at] === name ? to(cell) : cell))
        .join(",");
    const own = rows.filter((row) => row.startsWith(filled.catalogue.make.toUpperCase()));
    expect(own.length).toBeGreaterThan(10);
    const changed = own.map((row, at) => {
      // What the whole file does not name is taken away.
      if (at % 4 === 0) return change(row, "held", (held) => (held ? "" : "Looked at"));
      if (at % 4 === 1) return change(row, "quantity", () => "4");
      return at % 4 === 2 ? change(row, "label", () => "New") : undefined;
    });
    const file = [header, ...changed.filter((row) => row !== undefined)].join("\r\n");
    const last = await lastCondition(shop.shop.db);
    const readRows = () => hashRows(shop.shop.db, last);
    const before = { rows: await readRows(), verdicts: await readVerdicts(shop, filled) };
    const checked = await checkFile(admin, "applications", file, true);
    const { removed } = checked.counts;
    const batch = await applyImport(admin, checked, { leaveOut: false, confirmed: true, removed });
    expect(batch).toMatchObject({ state: "applied", counts: { refused: 0 } });
    for (const count of ["new", "changed", "removed"] as const)
      expect([count, batch.counts[count] > 0]).toEqual([count, true]);
    expect(await readVerdicts(shop, filled)).not.toEqual(before.verdicts);
    await undoImport(admin, batch);
    expect(await readVerdicts(shop, filled)).toEqual(before.verdicts);
    expect(await readRows()).toEqual(before.rows);

    const kits = await importFile(admin, "kits", kitsOf(filled.catalogue));
    expect(await readVerdicts(shop, filled)).not.toEqual(before.verdicts);
    await undoImport(admin, kits);
    expect(await readVerdicts(shop, filled)).toEqual(before.verdicts);
    expect(await readRows()).toEqual(before.rows);
  }
});
