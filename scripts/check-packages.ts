// Checks that packages are used as published: none is patched or replaced, no undocumented part of
// one is imported, and nothing changes how modules load.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { type ESTree, parseSync, Visitor } from "vite";
import { listSources } from "./read-imports.ts";

const product = ["contract", "server", "web", "emulators"];
const folders = [...product, "seed", "scripts", "tests", "proofs", "bench"];

type Manifest = {
  scripts?: Record<string, string>;
  overrides?: object;
  resolutions?: object;
  patchedDependencies?: object;
  [group: string]: unknown;
};

const installScripts = ["preinstall", "install", "postinstall", "prepare", "dependencies"];
const dependencyGroups = ["dependencies", "devDependencies", "optionalDependencies"];
const loaderFlags = /--(experimental-)?loader\b|--expose-internals\b/;
/** Parts of Node and of packages that their documentation does not name. */
const undocumented = /^_(?!id$|default$)[a-z]\w+$/;
/** Shared by all code of a process; the exit code may be set. */
const isGlobal = /^(process\.(?!exitCode$|env\b)|Buffer\.)/;
const unstable =
  /^(UNSAFE|unstable|experimental|_*internals?|_*INTERNALS?)_|^__(SECRET|CLIENT|SERVER)/;

export function manifestProblems(manifest: Manifest, files: readonly string[]): string[] {
  const { scripts = {} } = manifest;
  const dependencies = dependencyGroups.flatMap((group) => Object.entries(manifest[group] ?? {}));
  return [
    ...files
      .filter((file) => /(^|\/)(patches|\.yarn\/patches)\/|\.patch$/.test(file))
      .map((file) => `${file} is a patch`),
    ...installScripts
      .filter((name) => name in scripts)
      .map((name) => `package.json runs a script at ${name}`),
    ...Object.entries(scripts)
      .filter(([, command]) => loaderFlags.test(command))
      .map(([name]) => `The script ${name} changes how modules load`),
    ...["overrides", "resolutions", "patchedDependencies", "pnpm"]
      .filter((name) => name in manifest)
      .map((name) => `package.json has ${name}`),
    ...dependencies
      .filter(([name, version]) => /patch-package/.test(name) || !/^\d+\.\d+\.\d+/.test(version))
      .map(([name, version]) => `${name} ${version} is not a published version`),
  ];
}

/** What a package's own package.json says of the files that others may import. */
export type ReadExports = (name: string) => unknown;

export function problemsIn(file: string, text: string, readExports: ReadExports): string[] {
  const isProduct = product.includes(file.split("/")[0] ?? "") && !file.includes(".test.");
  const { program, module } = parseSync(file, text);
  const imported = new Map(
    module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map((entry) => [entry.localName.value, moduleRequest.value] as const),
    ),
  );
  const found: string[] = [];
  const add = (problem: string) => found.push(`${file} ${problem}`);

  for (const { moduleRequest } of module.staticImports) checkName(moduleRequest.value);

  function checkName(name: string): void {
    if (/(^|\/)node_modules\//.test(name)) add(`imports ${name}`);
    if (isPackage(name) && !isExported(name, readExports)) {
      add(`imports ${name}, which the package does not export`);
    }
  }
  function checkPart(node: ESTree.Node): void {
    const name = node.type === "Literal" ? String(node.value) : nameOf(node);
    if (isProduct && undocumented.test(name)) add(`uses ${name}`);
  }
  /** Whether a value is, or is a part of, something that may not be changed. */
  function isForeign(node: ESTree.Node): boolean {
    if (node.type === "MemberExpression") {
      if (isProduct && nameOf(node.property) === "prototype") return true;
      return isForeign(node.object);
    }
    if (node.type !== "Identifier") return false;
    const from = imported.get(node.name);
    return from !== undefined && (isPackage(from) || (isProduct && isBuiltin(from)));
  }

  new Visitor({
    ImportExpression({ source }) {
      if (source.type === "Literal" && typeof source.value === "string") checkName(source.value);
    },
    Identifier({ name }) {
      if (unstable.test(name)) add(`uses ${name}`);
    },
    MemberExpression({ property }) {
      checkPart(property);
    },
    ObjectPattern({ properties }) {
      for (const property of properties) {
        if (property.type === "Property") checkPart(property.key);
      }
    },
    TSIndexedAccessType({ indexType }) {
      if (indexType.type === "TSLiteralType") checkPart(indexType.literal);
    },
    AssignmentExpression({ left }) {
      if (left.type !== "MemberExpression") return;
      const target = text.slice(left.start, left.end);
      if (isForeign(left) || (isProduct && isGlobal.test(target))) add(`changes ${target}`);
    },
    CallExpression({ callee, arguments: [first] }) {
      const isChange = /^(Object|Reflect)\.(assign|definePropert(y|ies)|setPrototypeOf|set)$/;
      const name = text.slice(callee.start, callee.end);
      if (first && isChange.test(name) && isForeign(first)) {
        add(`changes ${text.slice(first.start, first.end)}`);
      }
      const method = callee.type === "MemberExpression" ? nameOf(callee.property) : name;
      const object = callee.type === "MemberExpression" ? nameOf(callee.object) : method;
      const isHook = method === "register" || method === "registerHooks";
      if (isHook && isModule(imported.get(object))) add("changes how modules load");
    },
    Literal({ value }) {
      if (isProduct && typeof value === "string" && loaderFlags.test(value)) {
        add("changes how modules load");
      }
    },
  }).visit(program);
  return [...new Set(found)];
}

function nameOf(node: ESTree.Node): string {
  return node.type === "Identifier" ? node.name : "";
}

function isModule(name: string | undefined): boolean {
  return name === "node:module" || name === "module";
}

function isBuiltin(name: string): boolean {
  return name.startsWith("node:") || builtinModules.includes(name);
}

/** Not a file of ours, a module of Node, or an alias. */
function isPackage(name: string): boolean {
  return /^(@[\w-]|[a-z])/.test(name) && !isBuiltin(name) && !name.startsWith("virtual:");
}

function isExported(name: string, readExports: ReadExports): boolean {
  const parts = name.split("/");
  const owner = parts.slice(0, name.startsWith("@") ? 2 : 1).join("/");
  if (owner === name) return true;
  const exported = readExports(owner);
  if (typeof exported !== "object" || exported === null) return false;
  const path = `.${name.slice(owner.length)}`;
  return Object.keys(exported).some((key) => {
    const [start = "", end] = key.split("*");
    return end === undefined ? key === path : path.startsWith(start) && path.endsWith(end);
  });
}

const readInstalledExports: ReadExports = (name) => {
  const file = `node_modules/${name}/package.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).exports : undefined;
};

if (import.meta.main) {
  const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const sources = [...listSources(folders), ...files.filter((file) => /^[\w.]+\.ts$/.test(file))];
  const problems = [
    ...manifestProblems(manifest, files),
    ...sources.flatMap((file) =>
      problemsIn(file, readFileSync(file, "utf8"), readInstalledExports),
    ),
  ];
  for (const problem of problems) console.error(problem);
  process.exit(problems.length > 0 ? 1 : 0);
}
