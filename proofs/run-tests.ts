// Runs tests of the server at the size of a proof, in a run of their own.
import { expect } from "vitest";
import { makeDataDir, runProgram } from "#tests/start-program.ts";

export async function runTests(name: string, env: Record<string, string>): Promise<void> {
  const args = ["node_modules/vitest/vitest.mjs", "run", name];
  const variables = { ...env, PROOFS: "" };
  const program = runProgram(process.execPath, args, await makeDataDir(), variables);
  expect(await program.ended, program.said()).toBe(0);
  expect(program.said()).toMatch(/Tests.* passed/);
}
