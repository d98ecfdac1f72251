import { defineConfig } from "vitest/config";

/** What other commands than `npm test` set: each keeps its results apart. */
const { DRILL, SCREENS, SPEC } = process.env;
const run = (DRILL && "drill") || (SCREENS && "screens") || (SPEC && "spec") || "test";

export default defineConfig({
  test: {
    include: SCREENS
      ? ["tests/screens/take-pictures.ts"]
      : ["{contract,server,web,seed,scripts,tests,stand-ins,drills}/**/*.test.ts"],
    globalSetup: ["tests/one-postgres.ts", "tests/one-chromium.ts"],
    setupFiles: ["tests/silence.ts"],
    pool: "forks",
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is polled for is never a matter of time: a busy machine may take its second.
    expect: { poll: { timeout: 10_000 } },
    reporters: [
      ["default", { summary: false }],
      ["json", { outputFile: `.cache/${run}-results.json` }],
    ],
  },
});
