import { expect, it } from "vitest";
import { describeProof, isDoubtful } from "./fit-proof.ts";

it.each([
  [2, 99, false],
  [3, 3, true],
  [3, 100_000, true],
  [1, 100, false],
  [2, 100, true],
  [2, 101, false],
])("after %i failed orders of %i the line is in doubt: %s", (failed, promised, doubtful) => {
  expect(isDoubtful(failed, promised)).toBe(doubtful);
});

it("only a yes is worded as a promise", () => {
  const proof = { vehicle: "2014 Corvane Arden", reason: "Which engine?" };
  expect(describeProof({ ...proof, says: "yes-if" })).toBe(
    "One question was open for your 2014 Corvane Arden: Which engine?",
  );
  expect(describeProof({ ...proof, says: "not-known" })).toBe(
    "Not known for your 2014 Corvane Arden",
  );
  expect(describeProof({ ...proof, says: "yes", reason: "" })).toBe("Fits your 2014 Corvane Arden");
});
