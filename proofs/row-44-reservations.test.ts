// Row 44: reservations against a model, by the test that `npm test` runs with fewer steps.
import { describe } from "vitest";
import { beyondNpmTest, control, full, report } from "./report.ts";
import { expectMissed, runTests } from "./run-tests.ts";

const steps = full ? Number(process.env.STEPS ?? 20_000) : 40;

describe("row 44: reservations", () => {
  beyondNpmTest("hold what the model says after each step", async () => {
    await runTests("orders/order-model", { MODEL_STEPS: String(steps) });
    report({
      check:
        "reservations of orders with one line and several: expire, extend, reserve again, pay, cancel, in any order; parts and accounts go",
      target:
        "20,000 steps as the model: on hand = reserved + available, nothing held after its time",
      figure: `${steps} steps, half of them by eight at once`,
    });
  });

  control("is found where one line of several is enough to pay", () =>
    expectMissed("payForOneLine", "orders/order-model", { MODEL_STEPS: "8000" }),
  );

  control("and uses of codes are found where two may take the last one", () =>
    expectMissed("usesUnlocked", "discounts/discounts", {}),
  );
});
