export type LegalBlock =
  | { kind: "heading"; level: 2 | 3; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "paragraph"; lines: string[] };

/** "# " begins a heading, "## " a smaller one, "- " an entry of a list; an empty line ends a paragraph. */
export function readLegalText(text: string): LegalBlock[] {
  const blocks: LegalBlock[] = [];
  let isOpen = false;
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const [, mark = "", rest = line] = /^(##?|-)\s+(.*)$/.exec(line) ?? [];
    const last = isOpen ? blocks.at(-1) : undefined;
    isOpen = line !== "";
    if (line === "") continue;
    if (mark === "-") {
      if (last?.kind === "list") last.items.push(rest);
      else blocks.push({ kind: "list", items: [rest] });
    } else if (mark !== "") {
      blocks.push({ kind: "heading", level: headingLevel(mark, blocks), text: rest });
    } else if (last?.kind === "paragraph") {
      last.lines.push(line);
    } else {
      blocks.push({ kind: "paragraph", lines: [line] });
    }
  }
  return blocks;
}

/** No level is left out: the page's own heading is the first. */
function headingLevel(mark: string, before: readonly LegalBlock[]): 2 | 3 {
  return mark === "##" && before.some(({ kind }) => kind === "heading") ? 3 : 2;
}
