// Which lines of the specification a test says that it proves: "[§5.3 §5.4] …".
import { globSync, readFileSync } from "node:fs";

const tagged = /\[(§\d+\.\d+(?: §\d+\.\d+)*)\]/g;

export function findSpecLines(title: string): string[] {
  return [...title.matchAll(tagged)].flatMap(([, ids = ""]) => ids.split(" "));
}

/** The test files of the project that name lines in titles of theirs, with the lines. */
export function findTaggedFiles(): Map<string, string[]> {
  const files = globSync("{contract,server,web,tests}/**/*.test.ts");
  const found = files.map((file) => [file, findSpecLines(titlesOf(file))] as const);
  return new Map(found.filter(([, ids]) => ids.length > 0));
}

/** A title is the text in which something is called so. */
function titlesOf(file: string): string {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/["'`](\[§[^\]]*\])/g)].map(([, tag]) => tag).join("\n");
}
