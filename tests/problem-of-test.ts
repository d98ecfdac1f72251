import { existsSync, readFileSync } from "node:fs";

/** A test is named by its file and its title as it stands there. */
export function problemOfTest(file: string, title: string): string[] {
  if (!existsSync(file)) return [`${file} is not there`];
  const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const text = readFileSync(file, "utf8");
  const found = new RegExp(`\\(\\s*(["'\`])${escaped}\\1\\s*,`).exec(text);
  if (!found) return [`${file} has no test "${title}"`];
  return isLeftOut(text, found.index) ? [`"${title}" of ${file} runs at full size only`] : [];
}

/** By the lines that open it, each less indented than what is within: left out, or at full size only. */
export function isLeftOut(text: string, at: number): boolean {
  const openers: string[] = [];
  let within = Number.POSITIVE_INFINITY;
  const end = text.indexOf("\n", at);
  for (const line of text.slice(0, end).split("\n").reverse()) {
    const indent = line.search(/\S/);
    if (indent < 0 || indent >= within) continue;
    if (!/^\s*(describe|it|test)\b/.test(line)) continue;
    openers.push(line);
    within = indent;
  }
  return openers.some((line) => /\.(skip|todo)\b|\.runIf\(full\)/.test(line));
}
