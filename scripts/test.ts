// `npm test`: everything that can be checked, one after the other, and one line at the end.
// With words after `--`, only the tests whose files match: npm test -- parts
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const node = process.execPath;
const results = ".cache/test-results.json";

/** What has not changed since the last time need not be looked at again. */
const types = (project: string, name: string) => [
  ...["node_modules/typescript/bin/tsc", "-p", project],
  ...["--incremental", "--tsBuildInfoFile", `.cache/${name}.tsbuildinfo`],
];

const checks: Record<string, string[]> = {
  "types of the server, tests and scripts": types("tsconfig.json", "types"),
  "types of the web": types("web/tsconfig.json", "types-of-the-web"),
  "lint and format": ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
  "imports between modules": ["scripts/check-imports.ts"],
  "writers of each table": ["scripts/check-tables.ts"],
  "waits inside transactions": ["scripts/check-transactions.ts"],
  "no dead code": ["node_modules/knip/bin/knip.js", "--no-config-hints"],
};

process.chdir(root);
const only = process.argv.slice(2);
let passed = 0;
let failed = 0;

for (const [name, command] of only.length > 0 ? [] : Object.entries(checks)) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(node, command, { encoding: "utf8" });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? "✓" : "×"} ${name} (${seconds} s)`);
  if (status === 0) passed++;
  else {
    failed++;
    console.log(`${stdout}${stderr}`);
  }
}

rmSync(results, { force: true });
const vitest = spawnSync(node, ["node_modules/vitest/vitest.mjs", "run", ...only], {
  stdio: "inherit",
  // What the tests start, they start many times: it need not be compiled each time.
  env: { ...process.env, NODE_COMPILE_CACHE: join(root, ".cache/compile") },
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
