// The imports of the project's own files, with aliases and relative names resolved to paths.
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** `isType`: erased before the code runs. `isLazy`: loaded when the code asks for it. */
export type Import = { from: string; to: string; isType: boolean; isLazy: boolean };

const statement = /^(import|export)\s+(type\s)?[^;"]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"/gm;
const dynamic = /\bimport\(\s*"([^"]+)"\s*\)/g;

export function readImports(folders: readonly string[]): Import[] {
  return listSources(folders).flatMap((file) =>
    importsOf(file, readFileSync(`${root}/${file}`, "utf8")),
  );
}

export function listSources(folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root }))
    .filter((file) => !file.includes("node_modules"))
    .sort();
}

export function importsOf(from: string, text: string): Import[] {
  const statements = [...text.matchAll(statement)].map(([, , type, name, bare]) => ({
    from,
    to: resolveName(from, name ?? bare ?? ""),
    isType: type !== undefined,
    isLazy: false,
  }));
  // In a type, `typeof import("...")` loads nothing.
  const code = text.replaceAll(/typeof import\(/g, "");
  const lazy = [...code.matchAll(dynamic)].map(([, name = ""]) => ({
    from,
    to: resolveName(from, name),
    isType: false,
    isLazy: true,
  }));
  return [...statements, ...lazy];
}

function resolveName(from: string, name: string): string {
  if (name.startsWith("#")) return name.slice(1);
  if (name.startsWith(".")) return posix.join(posix.dirname(from), name);
  return name;
}

export function isProductFile(path: string): boolean {
  return /^(contract|server|web)\/.*\.(ts|tsx|mjs)$/.test(path);
}

/** Groups of files that import each other in a circle. */
export function cyclesIn(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(imports, ({ from }) => from);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const cycles: string[][] = [];

  // Tarjan's algorithm: strongly connected components.
  function visit(file: string): number {
    const at = order.size;
    order.set(file, at);
    lowest.set(file, at);
    path.push(file);
    for (const { to } of next.get(file) ?? []) {
      if (!order.has(to)) lowest.set(file, Math.min(low(file), visit(to)));
      else if (path.includes(to)) lowest.set(file, Math.min(low(file), order.get(to) ?? at));
    }
    if (low(file) === at) {
      const group = path.splice(path.indexOf(file));
      if (group.length > 1) cycles.push(group);
    }
    return low(file);
  }
  const low = (file: string) => lowest.get(file) ?? Number.POSITIVE_INFINITY;

  for (const file of next.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
