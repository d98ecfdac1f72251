import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { problemOfTest } from "./problem-of-test.ts";

it("each defect that was found is closed by tests that are there", () => {
  const rows = readFileSync("docs/findings.md", "utf8").match(/^\| [SUCF]\d+ .*$/gm) ?? [];
  const wrong = rows.flatMap((row) => {
    const tests = [...row.matchAll(/`([\w./-]+\.test\.ts): ([^`]+)`/g)];
    if (tests.length === 0) return [`${row} names no test`];
    return tests.flatMap(([, file = "", title = ""]) => problemOfTest(file, title));
  });
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(48);
});
