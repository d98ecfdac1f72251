// Row 48: orders against models, by the tests that `npm test` runs with fewer steps.
import { describe } from "vitest";
import { beyondNpmTest, full, report } from "./report.ts";
import { runTests } from "./run-tests.ts";

const steps = full ? Number(process.env.STEPS ?? 20_000) : 40;

const models = {
  "returns-model":
    "lines, discounts, tax, delivery, part shipments, cancelled pieces, part refunds and returns",
  "cores-model": "deposits: old parts that come back, refunds, and time",
  "shipment-model": "pieces packed, shipped and cancelled",
};

describe("row 48: orders", { timeout: 4 * 3_600_000 }, () => {
  beyondNpmTest.each(Object.entries(models))(
    "are as the model after each step: %s",
    async (name, what) => {
      await runTests(name, { MODEL_STEPS: String(steps) });
      report({
        check: what,
        target: "20,000 steps: every cent and piece accounted for",
        figure: `${steps} steps`,
      });
    },
  );
});
