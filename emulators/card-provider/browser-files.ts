// What browsers get is written in TypeScript as everything else, and sent without its types.
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";

const folder = join(import.meta.dirname, "browser");

/** In this order, each with what it needs before it. */
const scriptParts = [
  "messages",
  "script/frame",
  "script/challenge",
  "script/card-element",
  "script/stripe",
];

export async function readFrameScript(name: string): Promise<string> {
  return withoutTypes(await readFile(join(folder, name), "utf8"));
}

export function readFrameStyle(name: string): Promise<string> {
  return readFile(join(folder, name), "utf8");
}

/** One classic script, as a shop expects it: the files one after the other, in a room of their own. */
export async function buildShopScript(): Promise<string> {
  const parts = await Promise.all(
    scriptParts.map(async (part) =>
      (await readFrameScript(`${part}.ts`))
        .replace(/^import\s[^;]*;/gm, "")
        .replace(/^export (?=(async )?(const|function|class) )/gm, ""),
    ),
  );
  return `(() => {\n"use strict";\n${parts.join("\n")}\n})();\n`;
}

/** Node says each time that it is new to this. */
function withoutTypes(code: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(code);
  } finally {
    process.emitWarning = emitWarning;
  }
}
