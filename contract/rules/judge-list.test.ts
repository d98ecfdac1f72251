import fc from "fast-check";
import { expect, it } from "vitest";
import { buildCars, fitsCar } from "#tests/fit/oracle.ts";
import { fitQuestion } from "#tests/fit/questions.ts";
import type { Application, FitQuestion, Outcome, Term, Verdict } from "./fit.ts";
import { type JudgedPart, judgeKit } from "./judge-list.ts";

const line = (terms: Term[] = [], over: Partial<Application> = {}): Application => ({
  terms,
  position: null,
  quantity: null,
  held: false,
  ...over,
});
const [petrol, diesel, wagon] = [1, 2, 3] as const;
const isDriven = (...any: number[]): Term => ({ fact: "engine", any });
const listed = (...applications: Application[]) => ({
  applications,
  universal: false,
  listsAllVehicles: true,
});
const car = {
  vehicle: {
    combinations: [
      { engine: petrol, body: wagon },
      { engine: diesel, body: wagon },
    ],
    built: null,
  },
  facts: {
    engine: { kind: "choice" as const, effort: 1 },
    body: { kind: "choice" as const, effort: 1 },
    width: { kind: "number" as const, effort: 1 },
  },
};
const judge = (inside: ReturnType<typeof listed>[], known: Term[] = []): Verdict =>
  judgeKit({ ...car, known, ...listed(line([], { quantity: 1 })), inside });

it("says that a kit fits only if each of its components does", () => {
  expect(judge([listed(line()), listed(line())])).toMatchObject({
    says: "yes",
    needs: [{ position: null, pieces: [1] }],
  });
  expect(judge([listed(line()), listed()])).toMatchObject({ says: "no", why: "not-listed" });
  expect(judge([listed(line()), { ...listed(), listsAllVehicles: false }])).toMatchObject({
    says: "not-known",
    why: "no-data",
  });
  expect(judge([listed(line([isDriven(4)]))])).toMatchObject({ says: "no", why: "another-car" });
});

it("asks what one component leaves open, and sees when no car suits them all", () => {
  const open = listed(line([isDriven(petrol)]));
  expect(judge([listed(line()), open])).toMatchObject({
    says: "yes-if",
    ask: "engine",
    answers: [{ leadsTo: "yes" }, { leadsTo: "no" }],
  });
  expect(judge([listed(line()), open], [isDriven(petrol)])).toMatchObject({ says: "yes" });
  expect(judge([listed(line()), open], [isDriven(diesel)])).toMatchObject({ says: "no" });
  expect(judge([open, listed(line([isDriven(diesel)]))])).toMatchObject({ says: "no" });
});

it("sees that no car suits two components, however much each of them says", () => {
  const many = (engine: number) =>
    listed(
      ...Array.from({ length: 24 }, (_, at) =>
        line([isDriven(engine), { fact: "width", from: at * 10, to: at * 10 + 5 }]),
      ),
    );
  expect(judge([many(petrol), many(diesel)])).toMatchObject({ says: "no" });
  expect(judge([many(petrol), many(petrol)])).toMatchObject({ says: "yes-if" });
});

const component = fitQuestion.map(({ applications, universal, listsAllVehicles }) => ({
  applications,
  universal,
  listsAllVehicles,
}));

it("says of kits what the oracle says", () => {
  const inside = fc.array(component, { minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(fitQuestion, inside, (question, inside) => {
      expect(judgeKit({ ...question, inside }).says).toBe(trueOutcomeOfKit(question, inside));
    }),
    { numRuns: 300 },
  );
});

type Component = Omit<JudgedPart, "part" | "inside">;

function trueOutcomeOfKit(question: FitQuestion, inside: Component[]): Outcome {
  const all = [question, ...inside];
  const applications = all.flatMap((one) => one.applications);
  const cars = buildCars({ ...question, applications });
  const fits = cars.map((car) => {
    const each = all.map((one) => {
      if (one.universal) return undefined;
      if (one.applications.length > 0) return fitsCar({ ...question, ...one }, car);
      return one.listsAllVehicles ? false : undefined;
    });
    if (each.includes(false)) return false;
    return each.includes(undefined) ? undefined : true;
  });
  if (cars.length === 0) return "not-known";
  if (fits.every((one) => one === true)) return "yes";
  if (fits.every((one) => one === false)) return "no";
  return fits.includes(true) ? "yes-if" : "not-known";
}
