// One line of the table that `npm run proofs` prints.
import { appendFileSync, mkdirSync } from "node:fs";
import { expect } from "vitest";

/** Whether the proofs run at their full size, as `npm run proofs` runs them. */
export const full = process.env.PROOFS === "full";

type Line = { row: number; check: string; target: string; figure: string; pass: boolean };

export function report(line: Line): void {
  if (!full) return;
  mkdirSync(".cache", { recursive: true });
  // With its test, a failure that has no line of its own can be told from one that has.
  const test = expect.getState().currentTestName;
  appendFileSync(".cache/proofs.jsonl", `${JSON.stringify({ ...line, test })}\n`);
}
