import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { variableNames } from "#server/platform/config/env.ts";
import { commandsIn, documents, problemsOf } from "./documents.ts";

describe("documents", () => {
  it("name files, headings and commands that there are", () => {
    expect(documents).toContain("README.md");
    const problems = documents.flatMap((file) => problemsOf(file, readFileSync(file, "utf8")));
    expect(problems).toEqual([]);
  });

  it.each([
    ["a link to a missing file", "[x](docs/nothing.md)"],
    ["a link to a missing heading", "[x](README.md#no-such-heading)"],
    ["a missing file", "`server/nothing.ts`"],
    ["a missing folder", "`server/nothing/`"],
    ["a missing command", "npm run nothing"],
  ])("are refused with %s", (_, text) => {
    expect(problemsOf("README.md", text)).toHaveLength(1);
  });

  it("list every command", () => {
    const page = readFileSync("docs/commands.md", "utf8");
    const missing = commandsIn(".").filter(
      (name) => !page.includes(`\`npm run ${name}`) && !page.includes(`\`npm ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it("explain every variable of the configuration", () => {
    const page = readFileSync("docs/configuration.md", "utf8");
    expect(variableNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("docs/decisions", () => {
  it("have their dates", () => {
    const records = globSync("docs/decisions/*.md").filter((file) => !file.endsWith("README.md"));
    expect(records.length).toBeGreaterThan(0);
    for (const file of records)
      expect(readFileSync(file, "utf8"), file).toMatch(/^# .+\n\n20\d\d-\d\d-\d\d/);
  });
});
