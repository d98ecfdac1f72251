// Row 50: the verdict on a part and a car, against an oracle that builds every car that can be meant.
import fc from "fast-check";
import { expect, it } from "vitest";
import { type FitQuestion, judgeFit } from "#contract/rules/fit.ts";
import { compareWithOracle } from "#tests/fit/compare-with-oracle.ts";
import { properties } from "#tests/fit/properties.ts";
import { fitQuestion } from "#tests/fit/questions.ts";
import { seed } from "#tests/random.ts";
import { full, report } from "./report.ts";

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
