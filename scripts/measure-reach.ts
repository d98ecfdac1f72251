// How many own files an endpoint or a page loads. Imports of types and dynamic imports do not count.
import { readFileSync } from "node:fs";
import { type ESTree, parseSync, Visitor } from "vite";
import { calls } from "#contract/calls.ts";
import { importsOf, isProductFile, reachableFrom, readImports, root } from "./read-imports.ts";

export type Reach = { name: string; files: number };

const imports = readImports(["contract", "server", "web"]).filter(
  ({ from }) => !from.includes(".test."),
);
const serverFiles = [...new Set(imports.map(({ from }) => from))].filter((file) =>
  file.startsWith("server/"),
);
const texts = new Map(
  serverFiles.map((file) => [file, readFileSync(`${root}/${file}`, "utf8")] as const),
);

/**
 * Of each call and each other route of the server. A call whose handler has a file of its own
 * counts all of it; of a handler inside an object of handlers counts what it uses.
 */
export function endpointReach(): Reach[] {
  const ofCalls = Object.values(calls).flatMap((domain) =>
    Object.entries(domain).map(([name, { method, path }]) => ({
      name: `${method} ${path}`,
      files: filesOfCall(variableOf(domain), name).size,
    })),
  );
  const others = [...texts]
    .filter(([, text]) => /\bapp\.(get|post)\(/.test(text))
    .map(([file]) => ({ name: file, files: reachableFrom(file, imports).size }));
  return [...ofCalls, ...others].sort(mostFirst);
}

export function pageReach(): Reach[] {
  return imports
    .filter(
      ({ from, isLazy, to }) => /^web\/pages\/.*routes\.ts$/.test(from) && isLazy && isPage(to),
    )
    .map(({ to }) => ({ name: to, files: reachableFrom(to, imports).size }))
    .sort(mostFirst);
}

const mostFirst = (a: Reach, b: Reach) => b.files - a.files;
const isPage = (file: string) => file.startsWith("web/pages/");

/** `partCalls`: how handlers name the domain in their types. */
function variableOf(domain: object): string {
  const text = readFileSync(`${root}/contract/calls.ts`, "utf8");
  const key = Object.entries(calls).find(([, each]) => each === domain)?.[0];
  return new RegExp(`\\b${key}: (\\w+),`).exec(text)?.[1] ?? "";
}

function filesOfCall(variable: string, name: string): Set<string> {
  const own = serverFiles.filter((file) => {
    const text = texts.get(file) ?? "";
    return !isTable(text) && text.includes(`Handler<typeof ${variable}.${name}>`);
  });
  const [file] = own;
  if (file) return reachableFrom(file, imports);
  for (const [file, text] of texts) {
    if (!isTable(text) || !text.includes(variable)) continue;
    const found = findProperty(file, text, name);
    if (found) return reachOfPart(file, text, found);
  }
  throw new Error(`No handler found for ${variable}.${name}`);
}

function isTable(text: string): boolean {
  return /\bHandlers</.test(text);
}

type Range = { start: number; end: number };

function findProperty(file: string, text: string, name: string): Range | undefined {
  let found: Range | undefined;
  new Visitor({
    ObjectExpression({ properties }) {
      for (const property of properties) {
        if (property.type === "Property" && nameOf(property.key) === name) found ??= property;
      }
    },
  }).visit(parseSync(file, text).program);
  return found;
}

function nameOf(key: ESTree.PropertyKey): string | undefined {
  return key.type === "Identifier" ? key.name : undefined;
}

/** What one handler of several in a file loads: the imports that it and what it calls there use. */
function reachOfPart(file: string, text: string, part: Range): Set<string> {
  const declared = declarationsIn(file, text, part);
  const used = new Set(namesIn(text, part));
  for (const name of used) {
    const declaration = declared.get(name);
    if (declaration) for (const each of namesIn(text, declaration)) used.add(each);
  }
  const reached = new Set([file]);
  for (const { start, end } of parseSync(file, text).module.staticImports) {
    const statement = text.slice(start, end);
    const names = statement.replace(/^import\b|\bfrom\s.*$/g, "").match(/[\w$]+/g) ?? [];
    if (!names.some((name) => used.has(name))) continue;
    for (const { to, isType } of importsOf(file, statement)) {
      if (!isType && isProductFile(to))
        for (const each of reachableFrom(to, imports)) reached.add(each);
    }
  }
  return reached;
}

function declarationsIn(file: string, text: string, part: Range): Map<string, Range> {
  const declared = new Map<string, Range>();
  const add = (name: string | undefined, range: Range) => {
    const isAround = range.start <= part.start && range.end >= part.end;
    if (name && !isAround) declared.set(name, { start: range.start, end: range.end });
  };
  new Visitor({
    FunctionDeclaration: (node) => add(node.id?.name, node),
    VariableDeclarator: (node) => add(node.id.type === "Identifier" ? node.id.name : "", node),
  }).visit(parseSync(file, text).program);
  return declared;
}

function namesIn(text: string, { start, end }: Range): string[] {
  return text.slice(start, end).match(/(?<![\w.$])[A-Za-z_$][\w$]*/g) ?? [];
}
