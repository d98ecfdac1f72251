// One line of the table that `npm run proofs` prints, and the assertions behind it.
import { appendFileSync, mkdirSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { seed } from "#tests/random.ts";

const { PROOFS } = process.env;

/** Whether the proofs run at their full size, as `npm run proofs` runs them. */
export const full = PROOFS === "full";

/** In `npm test`, another test covers what this one would find. PROOFS=quick runs it too. */
export const beyondNpmTest = it.skipIf(!PROOFS);

/** A test of the proof itself. `npm test` has faults.test.ts: each planted fault still fits. */
export const control = it.skipIf(!PROOFS);

type Line = {
  check: string;
  target: string;
  figure: string;
  /** Each is a failure at any size. */
  faults?: readonly unknown[];
  /** What only the full size can show, such as times. */
  pass?: boolean;
};

export function report({ faults = [], pass = true, figure, ...line }: Line): void {
  const { currentTestName: test, testPath = "" } = expect.getState();
  if (PROOFS) {
    mkdirSync(".cache", { recursive: true });
    const row = Number(/row-(\d+)-/.exec(basename(testPath))?.[1]);
    const isPassed = (pass || !full) && faults.length === 0;
    const told = {
      ...line,
      row,
      figure: `${figure}; ${faults.length} wrong`,
      pass: isPassed,
      test,
    };
    appendFileSync(".cache/proofs.jsonl", `${JSON.stringify(told)}\n`);
  }
  expect.soft(faults, `seed ${seed}`).toEqual([]);
  if (full) expect.soft(pass, figure).toBe(true);
}
