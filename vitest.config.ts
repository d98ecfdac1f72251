import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { leavesToProofs } from "./proofs/leaves-to-proofs.ts";
import { reportFlakyTests } from "./tests/report-flaky-tests.ts";

/** Started last, these would keep one worker busy while the others idle. */
const longest = /every-page|pages\/(payment|manage-|dashboard)/;

/** The others by their last duration, or size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** What other commands than `npm test` set: each keeps its results apart. */
const { PROOFS, SCREENS, SPEC, CHOSEN } = process.env;
const run = (PROOFS && "proofs") || (SCREENS && "screens") || (SPEC && "spec") || "test";

const isProof = (file: string) => file.startsWith("proofs/");
const files = SCREENS
  ? ["tests/screens/take-pictures.ts"]
  : globSync("{contract,server,web,seed,scripts,tests,emulators,proofs}/**/*.test.ts").filter(
      (file) => run === "proofs" || CHOSEN || !leavesToProofs(file),
    );
/** Tests about passwords hash them as the shop does. */
const hashesForReal = (file: string) =>
  /^(server\/modules\/identity\/(hashing|password-hash)|seed)|pages\/security/.test(file);

/**
 * Files that replace a module, stop the clock, or let the card provider hang (what was asked of it
 * then ends long after the test) run in a process of their own; so do those that hook into Node or
 * take minutes.
 */
const isIsolated = (file: string) =>
  /every-page|telemetry\//.test(file) ||
  /\bvi\.(mock|use)|\bhang: /.test(readFileSync(file, "utf8"));

const fastHash = "tests/fast-password-hash.ts";

const project = (name: string, isolate: boolean, include: string[], ...setupFiles: string[]) => ({
  test: {
    name,
    include,
    isolate,
    pool: "forks" as const,
    setupFiles: ["tests/fail-on-warnings.ts", "tests/end-with-file.ts", ...setupFiles],
    // Above what a busy machine needs: no test passes or fails by its speed.
    testTimeout: run === "proofs" ? 2 * 3_600_000 : 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // In CI, one test in a thousand that fails by chance must not stop a change; it is reported.
    retry: process.env.CI && !include.some(isProof) ? 2 : 0,
  },
});

const tests = files.filter((file) => !isProof(file));
const isolated = tests.filter(isIsolated);
const shared = tests.filter((file) => !isIsolated(file));
const isFastHashed = (file: string) => !hashesForReal(file);

export default defineConfig({
  test: {
    globalSetup: ["tests/global-postgres.ts", "tests/global-chromium.ts"],
    projects: [
      project("shared", false, shared.filter(isFastHashed), fastHash),
      project("isolated", true, isolated.filter(isFastHashed), fastHash),
      project("real hashing", false, shared.filter(hashesForReal)),
      project("real hashing, isolated", true, isolated.filter(hashesForReal)),
      // At full size each can be repeated by its seed, which begins anew in a process of its own.
      project("proofs", run === "proofs", files.filter(isProof)),
    ],
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    reporters: [
      ["default", { summary: false }],
      ["json", { outputFile: `.cache/${run}-results.json` }],
      reportFlakyTests,
    ],
  },
});
