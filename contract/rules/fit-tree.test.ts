import { expect, it } from "vitest";
import type { Application } from "./fit.ts";
import { buildFitTree } from "./fit-tree.ts";

const line = (...terms: Application["terms"]): Application => ({
  terms,
  position: null,
  quantity: 2,
  held: false,
});
const part = (name: string, ...applications: Application[]) => ({
  part: name,
  applications,
  universal: false,
  listsAllVehicles: false,
});
const engine = (...any: number[]) => ({ fact: "engine", any });
const built = (span: { from?: number; to?: number }) => ({ fact: "built", ...span });
const car = {
  vehicle: {
    combinations: [1, 2, 3].map((engine) => ({ engine })),
    built: { from: 20140101, to: 20141231 },
  },
  known: [],
  facts: {
    engine: { kind: "choice" as const, effort: 2 },
    built: { kind: "date" as const, effort: 2 },
  },
};

it("what surely fits stands above the questions, and equal answers are one branch", () => {
  const tree = buildFitTree(
    [
      part("every", line()),
      part("small", line(engine(1))),
      part("early", line(engine(2, 3), built({ to: 20141031 }))),
      part("late", line(engine(2, 3), built({ from: 20141101 }))),
      part("held", { ...line(), held: true }),
    ],
    car,
  );
  expect(tree).toMatchObject({ fit: ["every"], unknown: ["held"] });
  const paths = (at: typeof tree, path: string): string[] => [
    ...at.fit.map((name) => `${path}${name}`),
    ...at.branches.flatMap(({ answers, tree }) =>
      paths(
        tree,
        `${path}${answers.map((one) => JSON.stringify(Object.values(one).slice(1))).join("|")} `,
      ),
    ),
  ];
  expect(paths(tree, "").sort()).toEqual(
    [
      "every",
      "[[1]] small",
      "[[2]]|[[3]] [20140101,20141031] early",
      "[[2]]|[[3]] [20141101,20141231] late",
    ].sort(),
  );
});

it("a vehicle without parts has an empty tree", () => {
  expect(buildFitTree([], car)).toEqual({ fit: [], unknown: [], open: [], branches: [] });
});
