// security/asvs.md against what is really there: each requirement of levels 1 and 2 once, by a test
// that exists and is run, a page that exists, or a reason.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problemOfLink } from "./documents.ts";
import { isLeftOut, problemOfTest } from "./problem-of-test.ts";

const folder = "security";
const page = readFileSync(join(folder, "asvs.md"), "utf8");
const levels = new Map(
  readFileSync(join(folder, "asvs-5.0-levels.txt"), "utf8")
    .split("\n")
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(" ") as [id: string, level: string]),
);

type Row = { id: string; level: string; short: string; state: string; by: string };

function rowsOf(text: string): Row[] {
  const lines = text.split("\n").filter((line) => /^\| \d/.test(line));
  return lines.map((line) => {
    const [id = "", level = "", short = "", state = "", ...by] = line.slice(2, -2).split(" | ");
    return { id, level, short, state, by: by.join(" | ") };
  });
}

function problemsOf(text: string): string[] {
  const rows = rowsOf(text);
  const ids = rows.map(({ id }) => id);
  return [
    ...[...levels.keys()].filter((id) => !ids.includes(id)).map((id) => `${id} is missing`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is there twice`),
    ...rows.flatMap((row) => problemsOfRow(row).map((problem) => `${row.id}: ${problem}`)),
  ];
}

function problemsOfRow(
  { id, level, short, state, by }: Row,
  expected = levels.get(id) ?? "none",
): string[] {
  const tests = [...by.matchAll(/`([\w./-]+\.test\.tsx?): ([^`]+)`/g)];
  const links = [...by.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
  const words = by.replace(/`[^`]*\.test\.tsx?: [^`]+`|<br>|\|/g, " ").trim();
  const problems = [
    ...tests.flatMap(([, file = "", title = ""]) => problemOfTest(file, title)),
    ...links.flatMap((link) => problemOfLink(join(folder, "asvs.md"), link)),
  ];
  if (level !== expected) problems.push(`is of level ${expected}`);
  if (short.length < 3) problems.push("does not say what it is about");
  if (state === "test" && tests.length === 0) problems.push("names no test");
  else if (state === "page" && links.length === 0) problems.push("names no page");
  else if (state === "exception" && words.length < 40) problems.push("gives no reason");
  else if (state === "n/a" && words.length < 12) problems.push("gives no reason");
  else if (!/^(test|page|exception|n\/a)$/.test(state)) problems.push(`is "${state}"`);
  return problems;
}

describe("OWASP ASVS 5.0, levels 1 and 2", () => {
  it("is gone through: each requirement by a test, a page, or a reason", () => {
    expect(levels.size).toBe(253);
    expect(problemsOf(page)).toEqual([]);
  });

  it("shows by tests what is taken of level 3", () => {
    const rows = rowsOf(readFileSync(join(folder, "asvs-level-3.md"), "utf8"));
    const problems = rows.flatMap((row) =>
      problemsOfRow(row, levels.get(row.id) ?? "3").map((problem) => `${row.id}: ${problem}`),
    );
    expect(problems).toEqual([]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["test"]));
  });

  it("counts what it says", () => {
    const count = (state: string) => rowsOf(page).filter((row) => row.state === state).length;
    expect(page.replace(/\s+/g, " ")).toContain(
      `At present: ${count("test")} by a test, ${count("page")} written down, ` +
        `${count("exception")} exceptions, ${count("n/a")} that do not apply.`,
    );
  });
});

describe("it would be told", () => {
  const harmed = (from: string | RegExp, to: string) => {
    const text = page.replace(from, to);
    expect(text).not.toBe(page);
    return problemsOf(text).join("\n");
  };

  it.each<[string, string | RegExp, string, RegExp]>([
    ["were a requirement left out", /\n\| 8\.2\.2 [^\n]+/, "", /8\.2\.2 is missing/],
    ["were one there twice", /\n(\| 8\.2\.2 [^\n]+)/, "\n$1\n$1", /8\.2\.2 is there twice/],
    ["were its level another", "| 8.2.2 | 1 ", "| 8.2.2 | 2 ", /8\.2\.2: is of level 1/],
    ["were a test renamed", /(\| 8\.2\.2 .*?test\.ts: )[^`]+/, "$1learns a thing", /has no test/],
    [
      "were its file gone",
      /(\| 8\.2\.2 [^`]+`)[^:]+/,
      "$1gone.test.ts",
      /gone\.test\.ts is not there/,
    ],
    ["were a page's heading gone", "#who-may-do-what", "#who-may-not", /has no such heading/],
    ["were a decision gone", "decisions/sign-in.md", "decisions/gone.md", /is not there/],
    ["were there no test", /(\| 8\.2\.2 [^`]+)`[^\n]+/, "$1x |", /8\.2\.2: names no test/],
    [
      "were an exception without a reason",
      /(\| 6\.2\.1 (?:\|[^|]+){3}\|)[^`]+/,
      "$1 ",
      /no reason/,
    ],
    ["were a state made up", "| test |", "| fine |", /is "fine"/],
  ])("%s", (_, from, to, problem) => {
    expect(harmed(from, to)).toMatch(problem);
  });

  it("were a test run by no quick command, by itself or with all around it", () => {
    const text = [
      'it.skip.each([\n  ["it"],\n])("a", () => {});\nit("b", () => {});',
      'describe.runIf(full)("whole", () => {\n  it("c", () => {});\n});',
      'describe("part", () => {\n  it.runIf(full)("d", () => {});\n  it("e", () => {});\n});',
    ].join("\n");
    const leftOut = ["a", "b", "c", "d", "e"].filter((title) =>
      isLeftOut(text, text.indexOf(`"${title}"`)),
    );
    expect(leftOut).toEqual(["a", "c", "d"]);
  });

  it("were a title only in a comment", () => {
    expect(problemOfTest("tests/asvs.test.ts", "only in a comment")).not.toEqual([]);
    // ("only in a comment" as it stands here is no test)
    expect(problemOfTest("tests/asvs.test.ts", "counts what it says")).toEqual([]);
  });
});
