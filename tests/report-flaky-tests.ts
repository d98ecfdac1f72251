// Lists the tests that passed only on a retry, and why they failed before.
import type { Reporter } from "vitest/node";

export const reportFlakyTests: Reporter = {
  onTestRunEnd(modules) {
    const unsure = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky),
    );
    if (unsure.length === 0) return;
    console.log(`\nPassed only when tried again (${unsure.length}):`);
    for (const test of unsure) {
      const [first] = test.result().errors ?? [];
      console.log(`- ${test.module.relativeModuleId}: ${test.fullName}: ${first?.message}`);
    }
  },
};
