import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("records decisions with their dates", () => {
  const records = globSync("docs/decisions/*.md").filter((file) => !file.endsWith("README.md"));
  expect(records.length).toBeGreaterThan(0);
  for (const file of records)
    expect(readFileSync(file, "utf8"), file).toMatch(/^# .+\n\n20\d\d-\d\d-\d\d/);
});
