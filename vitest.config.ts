import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contract,server,web,seed,scripts,tests,stand-ins,drills}/**/*.test.ts"],
    globalSetup: ["tests/one-postgres.ts", "tests/one-chromium.ts"],
    setupFiles: ["tests/silence.ts"],
    pool: "forks",
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: [
      ["default", { summary: false }],
      ["json", { outputFile: `.cache/${process.env.DRILL ? "drill" : "test"}-results.json` }],
    ],
  },
});
