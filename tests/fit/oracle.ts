// What is true of a part and a car, found by building every car that can be meant. Shares nothing
// with contract/rules/fit.ts but the form of its questions.
import type { FitQuestion, Term } from "#contract/rules/fit.ts";

type Serial = { series: string; number: number };
export type Car = Record<string, number | string | Serial>;
/** Undefined: nobody can say. */
type Answer = boolean | undefined;

export const firstDay = Date.UTC(2014, 9, 22);
export const dayCount = 22;
const days = Array.from({ length: dayCount }, (_, at) => at);
export const seriesNames = ["A", "B", "C"];
const serials = seriesNames.flatMap((series) =>
  days.slice(0, 9).map((number) => ({ series, number })),
);
/** The last two are never named by anyone. */
const choices = [1, 2, 3, 4, 5, 6];

export const writtenDay = (day: number) =>
  Number(new Date(firstDay + day * 86_400_000).toISOString().replace(/T.*|-/g, ""));

function everythingThat(fact: string): Car[string][] {
  if (fact === "built") return days;
  if (fact === "serial") return serials;
  if (fact === "weight") return days;
  return fact.startsWith("look:") ? ["yes", "no"] : choices;
}

export function buildCars({ applications, vehicle, known }: FitQuestion): Car[] {
  const terms = applications.flatMap((application) => application.terms);
  const built = vehicle.built ? [{ fact: "built", ...vehicle.built }] : [];
  const told = [...known, ...built];
  const facts = [...new Set([...terms, ...told].map(({ fact }) => fact))];
  const combinations = vehicle.combinations.length > 0 ? vehicle.combinations : [{}];
  return combinations.flatMap((combination) => {
    let cars: Car[] = [{}];
    for (const fact of facts) {
      const stated = combination[fact];
      const values = (stated === undefined ? everythingThat(fact) : [stated]).filter((value) =>
        told.every((term) => term.fact !== fact || isTrueOf(term, { [fact]: value })),
      );
      cars = cars.flatMap((car) => values.map((value) => ({ ...car, [fact]: value })));
    }
    return cars;
  });
}

export function isTrueOf(term: Term, car: Car): Answer {
  const value = car[term.fact];
  if (typeof value === "object") return isTrueOfSerial(term, value);
  if (value === undefined) throw new Error(`The car has no ${term.fact}`);
  if ("any" in term) return term.any.includes(value);
  if ("none" in term) return !term.none.includes(value);
  if ("notSeries" in term || "series" in term) throw new Error("Only serials have series");
  const number = term.fact === "built" ? writtenDay(Number(value)) : Number(value);
  return isBetween(number, term);
}

function isTrueOfSerial(term: Term, { series, number }: Serial): Answer {
  if ("notSeries" in term) return !term.notSeries.includes(series);
  if (!("series" in term)) throw new Error("A serial has a series");
  return term.series === series ? isBetween(number, term) : undefined;
}

const isBetween = (
  number: number,
  { from, to }: { from?: number | undefined; to?: number | undefined },
) => !(from !== undefined && number < from) && !(to !== undefined && number > to);

export function fitsCar({ applications }: FitQuestion, car: Car): Answer {
  const answers = applications.map(({ terms, held }) => {
    const each = terms.map((term) => isTrueOf(term, car));
    if (each.includes(false)) return false;
    return held || each.includes(undefined) ? undefined : true;
  });
  return answers.includes(true) || (answers.includes(undefined) ? undefined : false);
}

export function trueOutcome(question: FitQuestion, cars: readonly Car[]) {
  const { universal, listsAllVehicles, applications } = question;
  if (universal || cars.length === 0) return "not-known";
  if (applications.length === 0) return listsAllVehicles ? "no" : "not-known";
  const count = { fits: 0, not: 0 };
  for (const car of cars) {
    const fits = fitsCar(question, car);
    if (fits) count.fits++;
    if (fits === false) count.not++;
  }
  if (count.fits === cars.length) return "yes";
  if (count.not === cars.length) return "no";
  return count.fits > 0 ? "yes-if" : "not-known";
}

/** The numbers of pieces that cars need at a position; undefined if one of them has no number. */
export function piecesAt(
  position: number | null,
  { applications }: FitQuestion,
  cars: readonly Car[],
): number[] | undefined {
  const pieces = new Set<number>();
  for (const car of cars) {
    const here = applications.filter(
      (one) =>
        one.position === position && !one.held && one.terms.every((term) => isTrueOf(term, car)),
    );
    const said = here.flatMap(({ quantity }) => quantity ?? []);
    if (here.length > 0 && said.length === 0) return undefined;
    for (const number of said) pieces.add(number);
    if (here.length === 0) pieces.add(0);
  }
  return [...pieces].sort((a, b) => a - b);
}
