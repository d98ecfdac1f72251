import type { EditableText } from "../letter-original.ts";
import { type LetterKind, letterOriginals } from "../letter-originals.ts";

const placeholder = /\{([^{}\n]*)\}/g;

/** In every letter, besides its own. */
export const shopPlaceholder = ["The name of the shop", "Partwright"] as const;

export function placeholdersOf(kind: LetterKind): Record<string, readonly [string, string]> {
  return { shop: shopPlaceholder, ...letterOriginals[kind].values };
}

export const fillText = (text: string, values: Record<string, string>): string =>
  text.replace(placeholder, (all, name: string) => values[name] ?? all);

/** An empty line begins a paragraph; one of which nothing is left is none. */
export function toParagraphs(text: string, values: Record<string, string>): string[] {
  return fillText(text, values)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "");
}

/** By the field of the text. */
export function letterProblems(
  kind: LetterKind,
  text: EditableText,
): Partial<Record<keyof EditableText, string>> {
  const known = placeholdersOf(kind);
  const problems: Partial<Record<keyof EditableText, string>> = {};
  const used = new Set<string>();
  for (const field of ["subject", "body", "closing"] as const) {
    for (const [, name = ""] of text[field].matchAll(placeholder)) {
      used.add(name);
      if (Object.hasOwn(known, name)) continue;
      const names = Object.keys(known).map((each) => `{${each}}`);
      problems[field] ??= `There is no {${name}} in this letter. There are: ${names.join(", ")}`;
    }
  }
  for (const name of letterOriginals[kind].needs ?? []) {
    if (!used.has(name))
      problems.body ??= `Must have {${name}}: the letter is of no use without it`;
  }
  return problems;
}
