import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";

const folder = join(import.meta.dirname, "browser");

/** In order of dependency. */
const scriptParts = [
  "messages",
  "script/frame",
  "script/challenge",
  "script/card-element",
  "script/stripe",
];

export async function readFrameScript(name: string): Promise<string> {
  return stripTypeScriptTypes(await readFile(join(folder, name), "utf8"));
}

export function readFrameStyle(name: string): Promise<string> {
  return readFile(join(folder, name), "utf8");
}

/** One classic script: the files one after the other, in one scope. */
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
