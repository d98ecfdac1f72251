import fc from "fast-check";
import { expect, it } from "vitest";
import { type LegalBlock, readLegalText } from "./read-legal-text.ts";

const linesOf = (block: LegalBlock) => {
  if (block.kind === "heading") return [block.text];
  return block.kind === "list" ? block.items : block.lines;
};

it("reads headings, lists and paragraphs", () => {
  expect(
    readLegalText("Hello,\nyou.\r\n\n## 1. Scope\n- one\n- two\n\n## More\n#no heading"),
  ).toEqual([
    { kind: "paragraph", lines: ["Hello,", "you."] },
    { kind: "heading", level: 2, text: "1. Scope" },
    { kind: "list", items: ["one", "two"] },
    { kind: "heading", level: 3, text: "More" },
    { kind: "paragraph", lines: ["#no heading"] },
  ]);
});

it("loses no word of any text, and leaves out no level", () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom("", "# One", "## Two", "- three", "four", "-", "##"),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const blocks = readLegalText(lines.join("\n"));
      const shown = blocks.flatMap(linesOf).join(" ").split(/\s+/).filter(Boolean);
      const written = lines
        .join("\n")
        .split(/\r?\n/)
        .map((each) => each.trim().replace(/^(##?|-)\s+/, ""));
      expect(shown).toEqual(written.join(" ").split(/\s+/).filter(Boolean));
      const levels = blocks.flatMap((block) => (block.kind === "heading" ? [block.level] : []));
      expect(levels[0] ?? 2).toBe(2);
    }),
  );
});
