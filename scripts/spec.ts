// `npm run spec` lists each line of the specification with its tests and their results. It uses the
// results of `npm test` unless a source has changed since.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync, statSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { findSpecLines, findTaggedFiles } from "#tests/spec/find-spec-tags.ts";
import { specLines } from "#tests/spec/spec-lines.ts";

type Test = { fullName: string; status: string; file: string };
type Results = { testResults: { name: string; assertionResults: Omit<Test, "file">[] }[] };

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const tests = freshResults() ?? runTagged();
const rows = Object.entries(specLines).map(([id, says]) => {
  const proofs = tests.filter(({ fullName }) => findSpecLines(fullName).includes(id));
  return { id, says, proofs, pass: proofs.length > 0 && proofs.every(isPassed) };
});

for (const { id, says, proofs, pass } of rows) {
  console.log(`${pass ? "✓" : "×"} ${id.padEnd(6)} ${says}`);
  const named = proofs.map((test) => `${isPassed(test) ? "" : "FAILED: "}${nameOf(test)}`);
  for (const name of named.length > 0 ? named : ["no test"]) console.log(`           ${name}`);
}
const failed = rows.filter(({ pass }) => !pass).length;
console.log(
  `\n${rows.length} lines of the specification, ${rows.length - failed} proven, ${failed} not`,
);
process.exit(failed > 0 ? 1 : 0);

/** Of the last `npm test`, if it ran all tagged tests and no source has changed since. */
function freshResults(): Test[] | undefined {
  const file = ".cache/test-results.json";
  const at = changedAt(file);
  const sources = globSync("{contract,server,web,seed,emulators,tests}/**/*.{ts,tsx,css,html,sql}");
  if (sources.some((source) => changedAt(source) > at)) return undefined;
  const results = read(file);
  const ran = new Set(results.map((test) => test.file));
  return [...findTaggedFiles().keys()].every((each) => ran.has(each)) ? results : undefined;
}

function runTagged(): Test[] {
  const file = ".cache/spec-results.json";
  rmSync(file, { force: true });
  const run = ["run", ...findTaggedFiles().keys(), "-t", "\\[§"];
  spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", ...run], {
    stdio: "inherit",
    env: { ...process.env, SPEC: "1" },
  });
  return read(file);
}

function read(file: string): Test[] {
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Results;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(".", name) })),
  );
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isPassed({ status }: Test): boolean {
  return status === "passed";
}

function nameOf({ file, fullName }: Test): string {
  return `${file}: ${fullName.replaceAll(/\[§[^\]]*\] ?/g, "")}`;
}
