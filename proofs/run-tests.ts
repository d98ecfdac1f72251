// Runs tests of the server at the size of a proof, in a run of their own.
import { expect } from "vitest";
import { seed } from "#tests/random.ts";
import { makeDataDir, runProgram } from "#tests/start-program.ts";
import { plantFaults } from "./plant-faults.ts";

export async function runTests(name: string, env: Record<string, string>): Promise<void> {
  const { ended, said } = await start(name, env);
  expect(await ended, said()).toBe(0);
  expect(said()).toMatch(/Tests.* passed/);
}

/** On a copy of the source with a fault in it. */
export async function expectMissed(
  fault: string,
  name: string,
  env: Record<string, string>,
): Promise<void> {
  const { ended, said } = await start(name, env, await plantFaults([fault], testFiles));
  expect(await ended, said()).not.toBe(0);
  expect(said()).toMatch(/Tests.* failed/);
}

const testFiles = ["proofs", "tests", "vitest.config.ts"];

async function start(name: string, env: Record<string, string>, folder?: string) {
  const args = ["node_modules/vitest/vitest.mjs", "run", name, "--maxWorkers=1"];
  const variables = { SEED: `${seed}`, ...env, PROOFS: "" };
  return runProgram(process.execPath, args, await makeDataDir(), variables, folder);
}
