import { expect, it } from "vitest";
import type { Application, Term, Verdict } from "./fit.ts";
import { judgeKit } from "./judge-list.ts";

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

it("stays undecided where the components say too much to be judged together", () => {
  const many = listed(
    ...Array.from({ length: 30 }, (_, at) => line([isDriven(petrol), isDriven(petrol, at + 5)])),
  );
  expect(judge([many, many, many])).toMatchObject({
    answers: [{ leadsTo: "yes-if" }, { leadsTo: "no" }],
  });
});
