// The long drills: `npm run drill` asks for the full figures, and then each check adds its line to
// the table. Under `npm test` the same checks run in a quick size.
import { appendFileSync, mkdirSync } from "node:fs";
import { expect } from "vitest";

export const full = process.env.DRILL === "full";

export function report(line: {
  row: number;
  check: string;
  target: string;
  figure: string;
  pass: boolean;
}): void {
  if (!full) return;
  mkdirSync(".cache", { recursive: true });
  // By its test it is known which failure is told of, and which is not.
  const test = expect.getState().currentTestName;
  appendFileSync(".cache/drill.jsonl", `${JSON.stringify({ ...line, test })}\n`);
}
