// `npm test`: the checks of `npm run check`, then the tests, and one line at the end.
// With words after `--`, only the tests whose files match: npm test -- parts
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChecks } from "./check.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const node = process.execPath;
const results = ".cache/test-results.json";

process.chdir(root);
const only = process.argv.slice(2);
let { passed, failed } = only.length > 0 ? { passed: 0, failed: 0 } : await runChecks();

rmSync(results, { force: true });
const vitest = spawnSync(node, ["node_modules/vitest/vitest.mjs", "run", ...only], {
  stdio: "inherit",
  // What the tests start, they start many times: it need not be compiled each time.
  env: {
    ...process.env,
    NODE_COMPILE_CACHE: join(root, ".cache/compile"),
    CHOSEN: only.length > 0 ? "1" : "",
  },
});
count(vitest.status);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

function count(status: number | null): void {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, "utf8"));
    passed += numPassedTests;
    failed += numFailedTests;
    // A file that could not run at all has no tests to fail.
    if (status !== 0 && numFailedTests === 0) failed++;
  } catch {
    failed++;
  }
}
