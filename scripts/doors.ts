// The walls of the house: who may import whom. Checked by machine, so that they stand.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

type Import = { from: string; to: string };
type Rule = { says: string; breaks: (line: Import) => boolean };

/** Files that put rooms together; everything else in a room stays in its room. */
const wiring = ["server/app.ts", "server/run.ts", "server/open-database.ts", "server/main.ts"];
const fillsTheDemo = ["server/open-database.ts", "server/greet.ts"];
/** What every room of the server may use. */
const serverGround = ["database", "http", "limits", "live", "audit", "log"];
/** One file per outside service speaks to its package. */
const outside: Record<string, string> = {
  stripe: "server/payments/",
  "openid-client": "server/identity/",
  sharp: "server/images/",
  nodemailer: "server/letters/",
  "pg-copy-streams": "server/backup/",
};

/** The rest of the shop, its tests and its tools know the database by this file alone. */
const driver = "server/database/connect.ts";
const driverPackages = ["pg", "pg-pool", "postgres", "drizzle-orm/node-postgres"];

export const rules: Rule[] = [
  {
    says: `only ${driver} imports the PostgreSQL driver`,
    breaks: ({ from, to }) => driverPackages.includes(to) && from !== driver,
  },
  {
    says: "contract imports nothing but itself and zod",
    breaks: ({ from, to }) =>
      isIn(from, "contract") && !isIn(to, "contract") && to !== "zod/mini" && !isTest(from),
  },
  {
    says: "server does not import web",
    breaks: ({ from, to }) => isIn(from, "server") && isIn(to, "web"),
  },
  {
    says: "web does not import server",
    breaks: ({ from, to }) => isIn(from, "web") && isIn(to, "server"),
  },
  {
    says: "product code imports no tests, seeds, scripts or emulators",
    breaks: ({ from, to }) =>
      (isIn(from, "server") || isIn(from, "web") || isIn(from, "contract")) &&
      !isTest(from) &&
      !fillsTheDemo.includes(from) &&
      ["tests", "seed", "scripts", "emulators", "bench", "drills"].some((place) => isIn(to, place)),
  },
  {
    says: "emulators import nothing of the product",
    breaks: ({ from, to }) =>
      isIn(from, "emulators") &&
      ["server", "web", "contract", "seed"].some((place) => isIn(to, place)),
  },
  {
    says: "a room of the server meets another only in a verb file or where all are put together",
    breaks: ({ from, to }) =>
      isIn(from, "server") &&
      !isTest(from) &&
      !wiring.includes(from) &&
      isRoom(from, "server") &&
      isRoom(to, "server") &&
      roomOf(from) !== roomOf(to) &&
      !serverGround.includes(roomOf(to)) &&
      !isVerb(from) &&
      !serverGround.includes(roomOf(from)),
  },
  {
    says: "rooms of the web do not import each other; pages compose them",
    breaks: ({ from, to }) =>
      isRoom(from, "web") &&
      isRoom(to, "web") &&
      roomOf(from) !== roomOf(to) &&
      roomOf(from) !== "pages" &&
      roomOf(to) !== "look",
  },
  {
    says: "the kit knows no domain",
    breaks: ({ from, to }) => isIn(from, "web/look") && !isIn(to, "web/look") && isOurs(to),
  },
  {
    says: "only one room speaks to an outside service",
    breaks: ({ from, to }) => {
      const allowed = outside[to];
      return (
        allowed !== undefined && !isTest(from) && isIn(from, "server") && !from.startsWith(allowed)
      );
    },
  },
];

export function broken(lines: Import[]): string[] {
  return lines.flatMap((line) =>
    rules
      .filter((rule) => rule.breaks(line))
      .map((rule) => `${line.from} imports ${line.to}: ${rule.says}`),
  );
}

function isIn(path: string, place: string): boolean {
  return path.startsWith(`${place}/`);
}

function isOurs(path: string): boolean {
  return /^(contract|server|web|seed|tests|scripts)\//.test(path);
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || isIn(path, "tests");
}

function isRoom(path: string, place: string): boolean {
  return isIn(path, place) && path.split("/").length > 2;
}

function roomOf(path: string): string {
  return path.split("/")[1] ?? "";
}

/** place-order.ts, settle-payment.ts: work that crosses rooms. */
function isVerb(path: string): boolean {
  return /\/(place|pay|settle|cancel|refund|work|reconcile|remove|make|send|check|sign|reset|change|finish|open|write|restore|describe|serve)-[a-z-]+\.ts$/.test(
    path,
  );
}

/** All import lines of our own files, with our own names made into paths. */
export async function readImports(): Promise<Import[]> {
  const places = [
    ...["contract", "server", "web", "seed", "tests", "scripts"],
    ...["emulators", "bench", "drills"],
  ];
  const files = (await Promise.all(places.map(sourcesBelow))).flat();
  const lines = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), "utf8");
      const names = text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g);
      return [...names].map(([, name = ""]) => ({ from: file, to: pathOf(file, name) }));
    }),
  );
  return lines.flat();
}

export async function sourcesBelow(place: string): Promise<string[]> {
  const entries = await readdir(join(root, place), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes("node_modules"));
}

function pathOf(file: string, name: string): string {
  if (name.startsWith("#")) return name.slice(1);
  if (name.startsWith(".")) return relative(root, resolve(root, dirname(file), name));
  return name;
}

if (import.meta.main) {
  const found = broken(await readImports());
  for (const line of found) console.error(line);
  process.exit(found.length > 0 ? 1 : 0);
}
