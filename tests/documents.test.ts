import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { variableNames } from "#server/platform/config/env.ts";
import manifest from "../modules.json" with { type: "json" };
import { commandsIn, documents, problemsOf } from "./documents.ts";

const product = ["contract", "server", "web"];

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

describe("ARCHITECTURE.md", () => {
  const page = readFileSync("ARCHITECTURE.md", "utf8");
  const rowsUnder = (heading: string) =>
    page
      .slice(page.indexOf(`\n## ${heading}\n`))
      .split("\n## ", 2)[1]
      ?.split("\n")
      .filter((line) => /^\| (?!---|Word|Modules)/.test(line)) ?? [];
  const namesIn = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

  it("lists each module below those that it uses", () => {
    const layers = rowsUnder("Modules").map((row) => namesIn(row.split(" | ")[0]));
    expect(layers.flat().sort()).toEqual(Object.keys(manifest.modules).sort());
    const layerOf = (name: string) => layers.findIndex((layer) => layer.includes(name));
    const upward = Object.entries(manifest.modules).flatMap(([name, used]) =>
      used.filter((other) => layerOf(other) >= layerOf(name)).map((other) => `${name}: ${other}`),
    );
    expect(upward).toEqual([]);
  });

  it("says of old words only what the code still has", () => {
    const old = rowsUnder("Words").flatMap((row) => namesIn(row.split("|").at(-2)));
    expect(old.length).toBeGreaterThan(0);
    const code = execFileSync(
      "git",
      ["grep", "-hoIE", old.map((word) => `\\b${word}\\b`).join("|"), "--", ...product],
      { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
    );
    const used = new Set(code.split("\n"));
    expect(old.filter((word) => !used.has(word))).toEqual([]);
  });
});

describe("docs/decisions", () => {
  it("have their dates, and are listed", () => {
    const index = readFileSync("docs/decisions/README.md", "utf8");
    const records = globSync("docs/decisions/*.md").filter((file) => !file.endsWith("README.md"));
    expect(records.length).toBeGreaterThan(0);
    for (const file of records) {
      expect(readFileSync(file, "utf8"), file).toMatch(/^# .+\n\n20\d\d-\d\d-\d\d/);
      expect(index).toContain(`](${basename(file)})`);
    }
  });
});
