import { onTestFinished, TestRunner } from "vitest";

const endings: (() => unknown)[] = [];

/** Runs when the current test ends or, outside of a test, when its file does. */
export function onEnd(end: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await end()));
  else endings.push(end);
}

export async function runEndings(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}
