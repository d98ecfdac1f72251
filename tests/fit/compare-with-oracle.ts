import type { FitQuestion, Verdict } from "#contract/rules/fit.ts";
import { buildCars, type Car, fitsCar, isTrueOf, piecesAt, trueOutcome } from "./oracle.ts";

type Said<Says> = Extract<Verdict, { says: Says }>;

/** What is wrong with a verdict, in words. Undefined: nothing. */
export function compareWithOracle(question: FitQuestion, verdict: Verdict): string | undefined {
  const cars = buildCars(question);
  const truth = trueOutcome(question, cars);
  if (verdict.says !== truth) return `says ${verdict.says}, is ${truth}`;
  if (verdict.says === "yes-if") return wrongQuestion(question, cars, verdict);
  if (verdict.says === "yes") return wrongReason(question, cars, verdict);
  if (verdict.says === "no" && !verdict.against.every(({ needs }) => isFalse(needs, cars))) {
    return "a contradiction that is none";
  }
  return undefined;
}

const isFalse = (term: Parameters<typeof isTrueOf>[0], cars: readonly Car[]) =>
  cars.every((car) => isTrueOf(term, car) === false);

function wrongQuestion(question: FitQuestion, cars: readonly Car[], { answers }: Said<"yes-if">) {
  const rest = new Set(cars);
  for (const { term, leadsTo } of answers) {
    const meant = cars.filter((car) => isTrueOf(term, car));
    if (!meant.every((car) => rest.delete(car))) return "two answers are true of one car";
    if (meant.length === 0) return `no car gives the answer ${JSON.stringify(term)}`;
    const outcome = trueOutcome(question, meant);
    if (leadsTo !== outcome) return `${JSON.stringify(term)} leads to ${outcome}`;
  }
  if (rest.size > 0) return "no answer is true of a car";
  return answers.length < 2 ? "a question with one answer" : undefined;
}

function wrongReason(question: FitQuestion, cars: readonly Car[], verdict: Said<"yes">) {
  const applications = verdict.proof.flatMap((place) => question.applications[place] ?? []);
  const isProven = cars.every((car) => fitsCar({ ...question, applications }, car));
  if (!isProven) return "the proof does not cover every car";
  if (!cars.every((car) => verdict.because.every((term) => isTrueOf(term, car)))) {
    return "the reason is not true of every car";
  }
  const wrong = verdict.needs.find(({ position, pieces }) => {
    return pieces.join() !== (piecesAt(position, question, cars) ?? []).join();
  });
  return wrong && `needs ${piecesAt(wrong.position, question, cars)}`;
}
