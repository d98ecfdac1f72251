import fc from "fast-check";
import { expect } from "vitest";
import type { FitQuestion, judgeFit, Term } from "#contract/rules/fit.ts";
import { compareWithOracle } from "./compare-with-oracle.ts";
import { buildCars, type Car, fitsCar, isTrueOf, writtenDay } from "./oracle.ts";
import { facts, fitQuestion } from "./questions.ts";

export type Judge = typeof judgeFit;
type Property = (judge: Judge) => fc.IProperty<unknown>;

const chance = fc.nat(1_000_000);

/** P1 */
const agreesWithOracle: Property = (judge) =>
  fc.property(fitQuestion, (question) => {
    expect(compareWithOracle(question, judge(question))).toBeUndefined();
  });

/** P2 */
const keepsItsWord: Property = (judge) =>
  fc.property(fitQuestion, chance, (question, at) => {
    const cars = buildCars(question);
    const car = cars[at % Math.max(cars.length, 1)];
    let { says } = judge(question);
    const known = [...question.known];
    for (const fact of Object.keys(car ?? {})) {
      known.push(truth(fact, car?.[fact]));
      const next = judge({ ...question, known }).says;
      if (says === "yes" || says === "no") expect(next).toBe(says);
      says = next;
    }
  });

function truth(fact: string, value: Car[string] | undefined): Term {
  if (typeof value === "object") {
    return { fact, series: value.series, from: value.number, to: value.number };
  }
  const kind = facts[fact]?.kind;
  if (kind === "choice" || kind === "look") return { fact, any: [value ?? 0] };
  const number = fact === "built" ? writtenDay(Number(value)) : Number(value);
  return { fact, from: number, to: number };
}

/** P3 */
const endsWithTheTruth: Property = (judge) =>
  fc.property(fitQuestion, chance, (question, at) => {
    const cars = buildCars(question);
    const car = cars[at % Math.max(cars.length, 1)];
    if (!car) return;
    const asked: string[] = [];
    const known = [...question.known];
    let verdict = judge(question);
    while (verdict.says === "yes-if") {
      expect(asked).not.toContain(verdict.ask);
      asked.push(verdict.ask);
      const [answer, ...more] = verdict.answers.filter(({ term }) => isTrueOf(term, car));
      expect(more).toEqual([]);
      if (!answer) throw new Error("No answer is true of the car");
      known.push(answer.term);
      verdict = judge({ ...question, known });
      expect(verdict.says).toBe(answer.leadsTo);
    }
    const isJudged = question.applications.length > 0 && !question.universal;
    if (isJudged && verdict.says === "yes") expect(fitsCar(question, car)).toBe(true);
    if (isJudged && verdict.says === "no") expect(fitsCar(question, car)).toBe(false);
    if (isJudged && verdict.says === "not-known") expect(fitsCar(question, car)).not.toBe(true);
  });

/** P4 */
const ignoresOrder: Property = (judge) =>
  fc.property(fitQuestion, chance, (question, at) => {
    const turned = <T>(list: readonly T[]) => {
      const from = list.length > 0 ? at % list.length : 0;
      return [...list.slice(from), ...list.slice(0, from)].reverse();
    };
    const { combinations } = question.vehicle;
    const other: FitQuestion = {
      ...question,
      known: turned([...question.known, ...question.known]),
      vehicle: { ...question.vehicle, combinations: turned([...combinations, ...combinations]) },
      applications: turned([...question.applications, ...question.applications]).map((one) => ({
        ...one,
        terms: turned([...one.terms, ...one.terms]),
      })),
    };
    expect(withoutPlaces(judge(other))).toEqual(withoutPlaces(judge(question)));
  });

function withoutPlaces(verdict: ReturnType<Judge>) {
  return verdict.says === "yes" ? { ...verdict, proof: [] } : verdict;
}

/** P5 */
const fitsNoLessWithFewerTerms: Property = (judge) =>
  fc.property(fitQuestion, chance, (question, at) => {
    const places = question.applications.flatMap(({ terms }, application) =>
      terms.map((_, term) => ({ application, term })),
    );
    const dropped = places[at % Math.max(places.length, 1)];
    if (!dropped) return;
    const applications = question.applications.map((one, place) => ({
      ...one,
      terms: one.terms.filter((_, term) => place !== dropped.application || term !== dropped.term),
    }));
    const before = judge(question).says;
    const after = judge({ ...question, applications }).says;
    if (before === "yes") expect(after).toBe("yes");
    if (after === "no") expect(before).toBe("no");
    if (before === "yes-if") expect(["yes", "yes-if"]).toContain(after);
  });

/** P1 to P5. */
export const properties: Record<string, Property> = {
  "says what the oracle says": agreesWithOracle,
  "a further true fact overturns no yes and no no": keepsItsWord,
  "true answers end with the truth, and nothing is asked twice": endsWithTheTruth,
  "order and repetition do not matter": ignoresOrder,
  "a condition less never makes a part fit less": fitsNoLessWithFewerTerms,
};
