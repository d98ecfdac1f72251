// No line of the specification without a test, and no test of a line that is not there. Whether
// they pass, `npm run spec` tells line by line.
import { expect, it } from "vitest";
import { lines } from "./lines.ts";
import { linesIn, taggedFiles } from "./tags.ts";

const named = new Set([...taggedFiles().values()].flat());

it("every line of the specification has a test", () => {
  expect(Object.keys(lines).filter((id) => !named.has(id))).toEqual([]);
});

it("no test names a line that is not there", () => {
  expect([...named].filter((id) => !(id in lines))).toEqual([]);
});

it("a title names its lines in brackets", () => {
  expect(linesIn("paying > [§2.61 §4.10] takes the card (§3)")).toEqual(["§2.61", "§4.10"]);
});
