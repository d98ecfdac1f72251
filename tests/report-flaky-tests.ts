// Lists the tests that passed only on a retry.
import type { Reporter } from "vitest/node";

export const reportFlakyTests: Reporter = {
  onTestRunEnd(modules) {
    const unsure = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky),
    );
    if (unsure.length === 0) return;
    console.log(`\nPassed only when tried again (${unsure.length}):`);
    for (const { module, fullName } of unsure)
      console.log(`- ${module.relativeModuleId}: ${fullName}`);
  },
};
