// What passed only when it was tried again, told at the end of a run: it is not sure yet.
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
