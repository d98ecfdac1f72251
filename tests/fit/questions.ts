// Random parts and cars, small enough that the oracle can build every car.
import fc from "fast-check";
import type { Application, FactInfo, FitQuestion, Term } from "#contract/rules/fit.ts";
import { buildCars, dayCount, seriesNames, writtenDay } from "./oracle.ts";

export const facts: Record<string, FactInfo> = {
  engine: { kind: "choice", effort: 2 },
  body: { kind: "choice", effort: 1 },
  drive: { kind: "choice", effort: 3 },
  built: { kind: "date", effort: 2 },
  serial: { kind: "serial", effort: 3 },
  weight: { kind: "number", effort: 4 },
  "look:1": { kind: "look", effort: 6 },
  "look:2": { kind: "look", effort: 7 },
};
const choices = ["engine", "body", "drive"];

const value = fc.integer({ min: 1, max: 4 });
/** Often about the end of the month. */
const day = fc.oneof(fc.integer({ min: 1, max: dayCount - 2 }), fc.constantFrom(9, 10));
const span = (number: fc.Arbitrary<number>) =>
  fc.tuple(number, number, fc.constantFrom("from", "to", "both")).map(([a, b, ends]) => ({
    ...(ends === "to" ? {} : { from: Math.min(a, b) }),
    ...(ends === "from" ? {} : { to: Math.max(a, b) }),
  }));
const days = span(day.map(writtenDay));

function termOn(fact: string): fc.Arbitrary<Term> {
  if (fact === "built") return days.map((ends) => ({ fact, ...ends }));
  if (fact === "weight")
    return span(fc.integer({ min: 1, max: 6 })).map((ends) => ({ fact, ...ends }));
  if (fact === "serial") {
    return fc
      .tuple(fc.constantFrom(...seriesNames.slice(0, 2)), span(fc.integer({ min: 1, max: 7 })))
      .map(([series, ends]) => ({ fact, series, ...ends }));
  }
  if (fact.startsWith("look:")) {
    return fc.constantFrom("yes", "no").map((answer) => ({ fact, any: [answer] }));
  }
  const several = fc.uniqueArray(value, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 3, arbitrary: several.map((any) => ({ fact, any })) },
    { weight: 1, arbitrary: several.map((none) => ({ fact, none })) },
  );
}

const someFacts = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.subarray(["engine", "body", "drive", "look:1"], { minLength: 1, maxLength: 3 }),
  },
  { weight: 3, arbitrary: fc.subarray(["engine", "built"], { minLength: 1 }) },
  { weight: 1, arbitrary: fc.subarray(["body", "serial"], { minLength: 1 }) },
  { weight: 1, arbitrary: fc.subarray(Object.keys(facts), { minLength: 1, maxLength: 2 }) },
);

const combination = (missing: number) =>
  fc
    .tuple(...choices.map(() => fc.tuple(value, fc.nat(99))))
    .map((values) =>
      Object.fromEntries(
        values.flatMap(([one, chance], at) => (chance < missing ? [] : [[choices[at] ?? "", one]])),
      ),
    );
const vehicle = fc.record({
  combinations: fc.oneof(
    { weight: 4, arbitrary: fc.array(combination(0), { minLength: 1, maxLength: 4 }) },
    { weight: 4, arbitrary: fc.array(combination(40), { maxLength: 3 }) },
  ),
  built: fc.option(
    fc.tuple(day, fc.nat(12)).map(([from, length]) => ({
      from: writtenDay(from),
      to: writtenDay(Math.min(from + length, dayCount - 1)),
    })),
    { freq: 4 },
  ),
});

/** Facts of one car that can be meant, as people tell them: exactly, or only roughly. */
function truths(question: FitQuestion, told: readonly string[], chance: number): Term[] {
  const cars = buildCars({ ...question, known: [] });
  const car = cars[chance % Math.max(cars.length, 1)];
  return told.flatMap((fact, at): Term[] => {
    const value = car?.[fact];
    const isRough = ((chance >> (at + 3)) & 3) === 0;
    if (value === undefined) return [];
    if (typeof value === "object") {
      const to = value.number + (isRough ? 2 : 0);
      return [{ fact, series: value.series, from: value.number, to }];
    }
    if (fact === "built") {
      const from = writtenDay(Math.max(Number(value) - (isRough ? 3 : 0), 0));
      return [{ fact, from, to: writtenDay(Number(value)) }];
    }
    if (fact === "weight") return [{ fact, from: Number(value), to: Number(value) }];
    if (typeof value === "string") return [{ fact, any: [value] }];
    if (!isRough) return [{ fact, any: [value] }];
    const other = (Number(value) % 4) + 1;
    return chance % 2 === 0 ? [{ fact, any: [value, other] }] : [{ fact, none: [other] }];
  });
}

/** Where the part is one that the catalogue lists for this vehicle, mostly. */
export const fitQuestion: fc.Arbitrary<FitQuestion> = someFacts.chain((used) => {
  const term = fc.constantFrom(...used).chain(termOn);
  const application = fc.record({
    terms: fc.oneof(
      { weight: 1, arbitrary: fc.constant<Term[]>([]) },
      { weight: 7, arbitrary: fc.array(term, { minLength: 1, maxLength: 3 }) },
    ),
    position: fc.option(fc.integer({ min: 1, max: 2 }), { freq: 2 }),
    quantity: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 3 }),
    held: fc.nat(99).map((chance) => chance < 6),
  });
  return fc
    .record({
      applications: fc.oneof(
        { weight: 1, arbitrary: fc.constant<Application[]>([]) },
        { weight: 9, arbitrary: fc.array(application, { minLength: 1, maxLength: 3 }) },
      ),
      listsAllVehicles: fc.boolean(),
      universal: fc.nat(99).map((chance) => chance < 2),
      vehicle,
      known: fc.oneof(
        { weight: 1, arbitrary: fc.array(term, { maxLength: 2 }) },
        { weight: 9, arbitrary: fc.constant<Term[]>([]) },
      ),
      facts: fc.constant(facts),
      told: fc.subarray(used),
      chance: fc.nat(1_000_000),
    })
    .map(({ told, chance, ...question }) => ({
      ...question,
      known: question.known.length > 0 ? question.known : truths(question, told, chance),
    }));
});
