// `npm run proofs`: the proofs at their full size, and one table of what they showed.
// With numbers of rows or parts of names after `--`, only those: npm run proofs -- 12 guessing
// With `quick`, everything that `npm test` leaves out, at a small size.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { allProofs, choose, help } from "../proofs/choose.ts";
import { leavesToProofs } from "../proofs/leaves-to-proofs.ts";

type Line = {
  row: number;
  check: string;
  target: string;
  figure: string;
  pass: boolean;
  /** The name of its test. */
  test?: string;
};
type Results = {
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
};

const lines = ".cache/proofs.jsonl";
const results = ".cache/proofs-results.json";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const wanted = process.argv.slice(2);
if (wanted.some((word) => /^--?h(elp)?$/.test(word))) {
  console.log(help());
  process.exit(0);
}
const isQuick = wanted.join() === "quick";
const { files, unknown } = isQuick ? { files: allQuick(), unknown: [] } : choose(wanted);
if (unknown.length > 0) {
  console.error(`No proof is called ${unknown.join(", ")}.\n\n${help()}`);
  process.exit(1);
}
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
if (!Number.isSafeInteger(seed)) {
  console.error("SEED is a whole number: SEED=7 npm run proofs -- 12");
  process.exit(1);
}
const same = ["npm run proofs", ...(wanted.length > 0 ? ["--", ...wanted] : [])].join(" ");
const commit = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).stdout;
const day = new Date().toISOString().slice(0, 10);
console.log(`seed ${seed} (SEED=${seed} ${same} runs the same again)`);

for (const file of [lines, results]) rmSync(file, { force: true });
// At full size one file after the other: another proof would change what is measured.
const options = [
  ...(isQuick ? [] : ["--no-file-parallelism"]),
  "--testTimeout=3600000",
  "--hookTimeout=3600000",
];
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", ...files, ...options],
  {
    stdio: "inherit",
    env: { ...process.env, PROOFS: isQuick ? "quick" : "full", SEED: String(seed) },
  },
);

const table = [...reported(), ...unreported()].sort((one, other) => one.row - other.row);
// A run that broke before any check has proved nothing.
if (status !== 0 && table.every(({ pass }) => pass)) {
  table.push({ row: 0, check: "the run itself", target: "ends", figure: "it broke", pass: false });
}
print(table);
const failed = table.filter(({ pass }) => !pass).length;
const size = isQuick ? "quick" : "full size";
console.log(`\n${commit.trim()}, ${day}, ${size}, seed ${seed}`);
console.log(`${table.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

function allQuick(): string[] {
  const others = globSync("{contract,server,web,seed,scripts,tests,emulators}/**/*.test.ts");
  return [...allProofs, ...others.filter(leavesToProofs)];
}

function reported(): Line[] {
  return read(lines)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

/** Tests that failed without a line of their own, such as a planted fault that was not found. */
function unreported(): Line[] {
  const told = new Set(reported().flatMap(({ test, pass }) => (pass ? [] : [test])));
  const { testResults } = JSON.parse(read(results) || '{"testResults":[]}') as Results;
  return testResults.flatMap(({ name, status: outcome, message, assertionResults }) => {
    const row = Number(/row-(\d+)-/.exec(basename(name))?.[1] ?? 0);
    if (outcome === "passed") return [];
    const failed = assertionResults.filter((test) => test.status === "failed");
    const tests = failed.map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(" > "));
    const named = tests.length > 0 ? tests.filter((test) => !told.has(test)) : [basename(name)];
    const figure = message.split("\n")[0] || "failed, see above";
    return named.map((check) => ({ row, check, target: "passes", figure, pass: false }));
  });
}

function print(all: Line[]): void {
  const rows = all.map(({ row, check, target, figure, pass }) => {
    return [String(row).padStart(3), check, target, figure, pass ? "yes" : "NO"];
  });
  const head = ["row", "check", "target", "figure", "pass"];
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((cells) => cells[at]?.length ?? 0)),
  );
  console.log();
  for (const cells of [head, ...rows]) {
    console.log(
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
