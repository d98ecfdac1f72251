import { expect, it } from "vitest";
import { allProofs, choose, help, sizes, usesOfSizes } from "./choose.ts";

const kill = "proofs/row-08-kill.test.ts";
const twoMachines = "proofs/row-08-two-machines.test.ts";
const guessing = "proofs/row-27-password-guessing.test.ts";

it("a row's number chooses all its files, a word those with it in their names", () => {
  expect(choose(["8"])).toEqual({ files: [kill, twoMachines], unknown: [] });
  expect(choose(["08"])).toEqual({ files: [kill, twoMachines], unknown: [] });
  expect(choose(["guessing", "row-08-two", "8"])).toEqual({
    files: [kill, twoMachines, guessing],
    unknown: [],
  });
  expect(choose([])).toEqual({ files: allProofs, unknown: [] });
});

it("reports words that fit no proof", () => {
  expect(choose(["8", "99", "nothing-of-the-kind"]).unknown).toEqual(["99", "nothing-of-the-kind"]);
});

it("describes every size that a proof uses, and no other", () => {
  expect([...usesOfSizes().keys()].sort()).toEqual(Object.keys(sizes).sort());
  expect(help()).toMatch(/KILLS .*row 8 \(300\), 32 \(100\)/);
});
