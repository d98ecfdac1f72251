// Checks who imports whom against modules.json. Part of `npm test` and `npm run check`.
import modules from "../modules.json" with { type: "json" };
import { cyclesIn, type Import, readImports } from "./read-imports.ts";

type Rule = { says: string; breaks: (line: Import) => boolean };

/** Product code never imports these. */
const outside = ["tests", "seed", "scripts", "emulators", "bench", "proofs"];
const folders = ["contract", "server", "web", ...outside];
/** These put the whole program together, so they may import every module. */
const wiring = /^server\/[a-z-]+\.ts$/;
/** Types that every module may use: what a handler gets, and what a module gives. */
const shared = ["server/context.ts", "server/module.ts"];
const packages: Record<string, string> = modules.packages;
const lines: Record<string, string[]> = { ...modules.modules, ...modules.operations };

export const rules: Rule[] = [
  {
    says: "contract imports nothing but itself and zod",
    breaks: ({ from, to }) => isIn(from, "contract") && !isIn(to, "contract") && to !== "zod/mini",
  },
  {
    says: "server and web never import each other",
    breaks: ({ from, to }) =>
      (isIn(from, "server") && isIn(to, "web")) || (isIn(from, "web") && isIn(to, "server")),
  },
  {
    says: "product code imports no tests, tools or emulators",
    breaks: ({ from, to }) =>
      isProduct(from) && !wiring.test(from) && outside.some((folder) => isIn(to, folder)),
  },
  {
    says: "emulators import nothing of the product",
    breaks: ({ from, to }) => isIn(from, "emulators") && (isProduct(to) || isIn(to, "seed")),
  },
  {
    says: "proofs use the started shop: they import nothing of the server or the web",
    breaks: ({ from, to }) => isIn(from, "proofs") && (isIn(to, "server") || isIn(to, "web")),
  },
  {
    says: "the platform imports no module and no wiring",
    breaks: ({ from, to }) =>
      isIn(from, "server/platform") &&
      isIn(to, "server") &&
      !isIn(to, "server/platform") &&
      !shared.includes(to),
  },
  {
    says: "a module imports the platform and the modules on its line in modules.json",
    breaks: ({ from, to }) => {
      const own = moduleOf(from);
      if (!own || !isIn(to, "server") || isIn(to, "server/platform") || shared.includes(to))
        return false;
      const other = moduleOf(to);
      return other !== own && !(other && lines[own]?.includes(other));
    },
  },
  {
    says: "the embedded PostgreSQL has one way in, start.ts",
    breaks: ({ from, to }) =>
      isProduct(from) &&
      !isIn(from, "server/platform/database/embedded") &&
      isIn(to, "server/platform/database/embedded") &&
      !to.endsWith("/start.ts"),
  },
  {
    says: "every folder of the server has a line in modules.json",
    breaks: ({ from }) => {
      const [, kind, name = ""] =
        /^server\/(platform|modules|operations)\/([^/]+)\//.exec(from) ?? [];
      if (!kind) return false;
      return kind === "platform" ? !modules.platform.includes(name) : !lines[name];
    },
  },
  {
    says: "web modules do not import each other; pages compose them",
    breaks: ({ from, to }) =>
      isIn(from, "web/modules") && isIn(to, "web/modules") && folderOf(from) !== folderOf(to),
  },
  {
    says: "the ui kit imports only itself and packages",
    breaks: ({ from, to }) =>
      isIn(from, "web/ui") && (isProduct(to) || isIn(to, "seed")) && !isIn(to, "web/ui"),
  },
  {
    says: "only one place uses this package",
    breaks: ({ from, to }) => {
      const place = packages[to];
      return isProduct(from) && place !== undefined && from !== place && !isIn(from, place);
    },
  },
];

export function problemsIn(imports: readonly Import[]): string[] {
  const checked = imports.filter(({ from }) => isIn(from, "proofs") || !/\.test\.tsx?$/.test(from));
  const broken = checked.flatMap((line) =>
    rules
      .filter((rule) => rule.breaks(line))
      .map((rule) => `${line.from} imports ${line.to}: ${rule.says}`),
  );
  const cycles = cyclesIn(checked).map((files) => `Import cycle: ${files.join(", ")}`);
  return [...broken, ...cycles];
}

/** Modules use each other in one direction, so that each can be read without those that use it. */
export function circlesIn(uses: Record<string, readonly string[]>): string[] {
  const arrows = Object.entries(uses).flatMap(([from, all]) =>
    all.map((to) => ({ from, to, isType: false, isLazy: false })),
  );
  return cyclesIn(arrows).map((circle) => `Circle in modules.json: ${circle.join(", ")}`);
}

/** A line of modules.json says what is used, and no more. */
export function unusedIn(
  uses: Record<string, readonly string[]>,
  imports: readonly Import[],
): string[] {
  const used = new Set(imports.map(({ from, to }) => `${moduleOf(from)} ${moduleOf(to)}`));
  return Object.entries(uses).flatMap(([from, all]) =>
    all
      .filter((to) => !used.has(`${from} ${to}`))
      .map((to) => `${from} does not use ${to}: remove it from modules.json`),
  );
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function isProduct(path: string): boolean {
  return isIn(path, "contract") || isIn(path, "server") || isIn(path, "web");
}

function moduleOf(path: string): string | undefined {
  return /^server\/(?:modules|operations)\/([^/]+)\//.exec(path)?.[1];
}

function folderOf(path: string): string {
  return path.split("/").slice(0, 3).join("/");
}

if (import.meta.main) {
  const imports = readImports(folders);
  const problems = [...problemsIn(imports), ...circlesIn(lines), ...unusedIn(lines, imports)];
  for (const problem of problems) console.error(problem);
  process.exit(problems.length > 0 ? 1 : 0);
}
