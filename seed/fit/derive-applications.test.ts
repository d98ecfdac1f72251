import { expect, it } from "vitest";
import { type FitQuestion, judgeFit, type Term } from "#contract/rules/fit.ts";
import { toSlug } from "#contract/rules/part-path.ts";
import { quantityLimits } from "#contract/rules/quantity.ts";
import { catalogue } from "../catalogue/catalogue.ts";
import { toNewPart } from "../catalogue/to-new-part.ts";
import { combinationsOf } from "./add-demo-fit.ts";
import { deriveApplications } from "./derive-applications.ts";
import { demoFacts } from "./facts.ts";
import { builtIn, demoModels, yearsOf } from "./models.ts";

const lines = deriveApplications(catalogue, demoModels);
const facts = Object.fromEntries(demoFacts.map(({ key, kind, effort }) => [key, { kind, effort }]));

/** Parts that surely fit, by what they are for. */
function partsFor(
  place: string,
  { make, name }: { make: string; name: string },
  year: number,
  known: Term[],
): string[] {
  const here = lines.filter(
    (line) =>
      `${line.type} ${line.position ?? ""}`.trim() === place &&
      line.make === make &&
      line.model === name &&
      line.years[0] <= year &&
      line.years[1] >= year,
  );
  const byPart = Map.groupBy(here, ({ number }) => number);
  return [...byPart].flatMap(([number, own]) => {
    const question: FitQuestion = {
      applications: own.map(({ terms, quantity }) => ({
        terms: terms as Term[],
        quantity,
        position: 1,
        held: false,
      })),
      listsAllVehicles: false,
      universal: false,
      known,
      facts,
      vehicle: { combinations: [], built: null },
    };
    return judgeFit(question).says === "yes" ? [number] : [];
  });
}

it("there are 330 vehicles of 24 models, and every need has its part", () => {
  expect(demoModels).toHaveLength(24);
  expect(demoModels.flatMap(yearsOf)).toHaveLength(330);
  expect(lines.length).toBeGreaterThan(1_500);
});

it("every car that was built has exactly one front disc, and one oil filter", () => {
  for (const model of demoModels) {
    for (const year of yearsOf(model)) {
      const days = builtIn(model, year);
      for (const combination of combinationsOf(model, year)) {
        const stated = Object.entries(combination).map(([fact, one]) => ({ fact, any: [one] }));
        for (const day of days) {
          const look = { fact: "look:front-disc-345", any: ["no"] };
          const known: Term[] = [...stated, { fact: "built", from: day, to: day }, look];
          const found = ["brake-discs Front", "oil-filters"].map((place) =>
            "engine" in combination ? partsFor(place, model, year, known).length : 1,
          );
          const car = `${year} ${model.name} ${JSON.stringify(combination)} ${day}`;
          expect([car, ...found]).toEqual([car, 1, 1]);
        }
      }
    }
  }
});

it("a set has no side, and fits cars that need all that is in it", () => {
  const sets = catalogue.filter(({ packOf = 1 }) => packOf > 1);
  expect(sets.map(({ number }) => number)).toContain("PW-1002-604A");
  const ofSets = lines.filter(({ number }) => sets.some((set) => set.number === number));
  expect(ofSets.filter(({ position = "" }) => /left|right/i.test(position))).toEqual([]);
  expect(new Set(ofSets.map(({ quantity }) => quantity))).toEqual(new Set([2]));
  const ofBlade = (number: string) =>
    new Set(lines.filter((one) => one.number === number).map(({ model }) => model));
  for (const { model } of ofSets) {
    expect([model, ofBlade("PW-1002-600").has(model), ofBlade("PW-1002-450").has(model)]).toEqual([
      model,
      true,
      true,
    ]);
  }
});

it("the values that lines and combinations name are known", () => {
  const known = new Set(
    demoFacts.flatMap(({ key, values = [] }) => values.map(({ slug }) => `${key}/${slug}`)),
  );
  const named = lines.flatMap(({ terms }) =>
    terms.flatMap((term) =>
      "any" in term && !term.fact.startsWith("look:")
        ? term.any.map((slug) => `${term.fact}/${slug}`)
        : [],
    ),
  );
  expect(named.filter((one) => !known.has(one))).toEqual([]);
  expect(known.has(`engine/${toSlug("2.0 T")}`)).toBe(true);
});

it("of each part, as many as a car needs can be ordered, though of a pack some may be left over", () => {
  const sold = new Map(catalogue.map((entry) => [entry.number, toNewPart(entry)]));
  const tooFew = lines.filter(({ number, quantity }) => {
    const { packOf = 1, ...part } = sold.get(number) ?? expect.unreachable();
    const { min } = quantityLimits({ ...part, availablQuantity: 1_000 });
    return Math.ceil(quantity / packOf) < min;
  });
  expect(tooFew).toEqual([]);
});
