import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("records at most 25 decisions, of at most 300 words each, with their dates", () => {
  const records = globSync("docs/decisions/*.md").filter((file) => !file.endsWith("README.md"));
  expect(records.length).toBeLessThanOrEqual(25);
  for (const file of records) {
    const text = readFileSync(file, "utf8");
    expect(text.trim().split(/\s+/).length, file).toBeLessThanOrEqual(300);
    expect(text, file).toMatch(/^# .+\n\n20\d\d-\d\d-\d\d/);
  }
});
