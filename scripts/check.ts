// `npm run check`: everything that can be checked without running the shop, all at the same time.
// `npm test` begins with the same list.
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const types = (project: string, name: string) => [
  "node_modules/typescript/bin/tsc",
  "-p",
  project,
  "--incremental",
  "--tsBuildInfoFile",
  `.cache/${name}.tsbuildinfo`,
];

/** The longest first. */
const checks: Record<string, string[]> = {
  "lint and format": ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
  "types of the server, tests and scripts": types("tsconfig.json", "types"),
  "no dead code": [
    "node_modules/knip/bin/knip.js",
    "--no-config-hints",
    "--cache",
    "--cache-location",
    ".cache/knip",
  ],
  "types of the web": types("web/tsconfig.json", "types-of-the-web"),
  "packages used as published": ["scripts/check-packages.ts"],
  "waits inside transactions": ["scripts/check-transactions.ts"],
  "imports between modules": ["scripts/check-imports.ts"],
  "writers of each table": ["scripts/check-tables.ts"],
  "SQL in tests": ["scripts/check-test-sql.ts"],
  "picture of the tables": ["scripts/draw-tables.ts", "--check"],
};

/** Prints each result as it comes and returns how many there were of both kinds. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const results = await Promise.all(
    Object.entries(checks).map(([name, command]) => runCheck(name, command)),
  );
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

async function runCheck(name: string, command: string[]): Promise<boolean> {
  const started = performance.now();
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? "✓" : "×"} ${name} (${seconds} s)`);
  if (status !== 0) console.log(`${out}${errors}`);
  return status === 0;
}

if (import.meta.main) {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  const { passed, failed } = await runChecks();
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}
