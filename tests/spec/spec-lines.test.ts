// No line of the specification without a test, and no test of a line that is not there. Whether
// they pass, `npm run spec` tells line by line.
import { expect, it } from "vitest";
import { findSpecLines, findTaggedFiles } from "./find-spec-tags.ts";
import { specLines } from "./spec-lines.ts";

const named = new Set([...findTaggedFiles().values()].flat());

it("every line of the specification has a test", () => {
  expect(Object.keys(specLines).filter((id) => !named.has(id))).toEqual([]);
});

it("no test names a line that is not there", () => {
  expect([...named].filter((id) => !(id in specLines))).toEqual([]);
});

it("a title names its lines in brackets", () => {
  expect(findSpecLines("paying > [§2.61 §4.10] takes the card (§3)")).toEqual(["§2.61", "§4.10"]);
});
