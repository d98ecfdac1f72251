import { configDefaults, defineConfig } from "vitest/config";

/** Drills whose quick size is not quick enough for every run; `npm run drill` has them. */
const longDrills = "drills/row-{08,09,35}-*.test.ts";

export default defineConfig({
  test: {
    include: ["{contract,server,web,seed,scripts,tests,stand-ins,drills}/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(process.env.DRILL ? [] : [longDrills])],
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
      ["json", { outputFile: `.cache/${process.env.DRILL ? "drill" : "test"}-results.json` }],
    ],
  },
});
