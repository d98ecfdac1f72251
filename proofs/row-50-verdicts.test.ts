// Row 50: the verdict on a part and a car, against an oracle that builds every car that can be meant.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FitQuestion, judgeFit } from "#contract/rules/fit.ts";
import { compareWithOracle } from "#tests/fit/compare-with-oracle.ts";
import { properties } from "#tests/fit/properties.ts";
import { fitQuestion } from "#tests/fit/questions.ts";
import { seed } from "#tests/random.ts";
import { beyondNpmTest, control, full, report } from "./report.ts";
import { expectMissed, runTests } from "./run-tests.ts";

const cases = full ? Number(process.env.CASES ?? 1_000_000) : 10_000;

it("no verdict is wrong", () => {
  const faults: unknown[] = [];
  const counts: Record<string, number> = { yes: 0, no: 0, "yes-if": 0, "not-known": 0 };
  let [dated, incomplete] = [0, 0];
  fc.assert(
    fc.property(fitQuestion, (question) => {
      const verdict = judgeFit(question);
      counts[verdict.says] = (counts[verdict.says] ?? 0) + 1;
      if (hasDateOrSerial(question)) dated++;
      if (hasMissingFact(question)) incomplete++;
      const wrong = compareWithOracle(question, verdict);
      if (wrong && faults.length < 10) faults.push({ wrong, question });
    }),
    { numRuns: cases, seed },
  );
  const share = (count = 0) => Math.round((count / cases) * 1_000) / 10;
  const said = Object.entries(counts).map(([says, count]) => `${says} ${share(count)} %`);
  const figure = `${cases} cases: ${said.join(", ")}; with dates or serials ${share(dated)} %, with missing facts ${share(incomplete)} %`;
  console.log(figure);
  const isVaried =
    Object.values(counts).every((count) => share(count) >= 10) &&
    share(dated) >= 30 &&
    share(incomplete) >= 10;
  report({ check: "verdicts that the oracle contradicts", target: "0", figure, faults });
  expect(isVaried, figure).toBe(true);
});

it.each(Object.entries(properties))("%s", (check, property) => {
  const numRuns = full ? 20_000 : 2_000;
  const run = fc.check(property(judgeFit), { numRuns, seed });
  const faults = run.failed ? [run.counterexample] : [];
  report({ check, target: "always", figure: `${run.numRuns} cases`, faults });
});

const catalogues = full ? Number(process.env.CATALOGUES ?? 100) : 5;

describe("row 50: random catalogues", () => {
  beyondNpmTest("are listed, exported, imported and undone as the oracle says", async () => {
    await runTests("fitment/random-catalogues", { CATALOGUES: `${catalogues}` });
    report({
      check:
        "lists of cars; files exported, imported elsewhere and exported again; batches applied and undone",
      target:
        "exactly the parts with a line and a verdict other than no; no verdict and no row changes",
      figure: `${catalogues} catalogues of each, of 16 parts on 6 cars`,
    });
  });

  control.each([
    "listOtherYears",
    "leaveOutHeld",
    "judgeOtherYears",
    "exportOpenEnd",
    "undoKeepsHold",
    "listKeepsUnfit",
    "undoKeepsComponents",
  ])("find %s", (fault) => expectMissed(fault, "fitment/random-catalogues", { CATALOGUES: "3" }));
});

// What the catalogue says later changes no proof; successors end in what is current.
control.each([
  ["proofFollowsCatalogue", "returns/fit-proofs"],
  ["stopAtReplaced", "rules/successors"],
])("the tests find %s", { timeout: 600_000 }, (fault, tests) => expectMissed(fault, tests, {}));

const hasDateOrSerial = ({ applications }: FitQuestion) =>
  applications.some(({ terms }) => terms.some(({ fact }) => /^(built|serial)$/.test(fact)));

/** A fact that a line asks for and that some combination does not state. */
const hasMissingFact = ({ applications, vehicle }: FitQuestion) =>
  applications.some(({ terms }) =>
    terms.some(
      ({ fact }) =>
        /^(engine|body|drive)$/.test(fact) &&
        vehicle.combinations.some((combination) => combination[fact] === undefined),
    ),
  );
