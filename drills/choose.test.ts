import { expect, it } from "vitest";
import { allDrills, choose, help, sizes, usesOfSizes } from "./choose.ts";

const kill = "drills/row-08-kill.test.ts";
const pastOne = "drills/row-08-past-one-machine.test.ts";
const guessing = "drills/row-27-guessing.test.ts";

it("a row's number means all its files, a word those that have it in their names", () => {
  expect(choose(["8"])).toEqual({ files: [kill, pastOne], unknown: [] });
  expect(choose(["08"])).toEqual({ files: [kill, pastOne], unknown: [] });
  expect(choose(["guessing", "row-08-past", "8"])).toEqual({
    files: [kill, pastOne, guessing],
    unknown: [],
  });
  expect(choose([])).toEqual({ files: allDrills, unknown: [] });
});

it("what nothing is called by is told", () => {
  expect(choose(["8", "99", "nothing-of-the-kind"]).unknown).toEqual(["99", "nothing-of-the-kind"]);
});

it("every size that a drill asks for is described, and no other", () => {
  expect([...usesOfSizes().keys()].sort()).toEqual(Object.keys(sizes).sort());
  expect(help()).toMatch(/KILLS .*row 8 \(300\), 32 \(100\)/);
});
