// security/access.md against the server's own table of who may do what.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

describe("security/access.md", () => {
  it("is what npm run access prints", () => {
    const printed = execFileSync(process.execPath, ["scripts/access.ts"], { encoding: "utf8" });
    expect(printed).toMatch(/^DELETE +\/api\/parts\/:id +admin +owner, catalogue$/m);
    const page = readFileSync("security/access.md", "utf8");
    expect(/```text\n(.*?)```/s.exec(page)?.[1]).toBe(printed);
  });
});
