// Checks that each table is written only by the module that owns it (modules.json).
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import modules from "../modules.json" with { type: "json" };

const root = fileURLToPath(new URL("..", import.meta.url));
const exceptions: Record<string, string[]> = modules.writesElsewhere;

const owners = new Map<string, string>();
for (const [name, { tables }] of Object.entries(modules.modules)) {
  for (const table of tables) owners.set(table, `server/modules/${name}/`);
}
for (const [name, { tables }] of Object.entries(modules.operations)) {
  for (const table of tables) owners.set(table, `server/operations/${name}/`);
}
for (const [table, name] of Object.entries(modules.platformTables)) {
  owners.set(table, `server/platform/${name}/`);
}

const builderWrite = /\.(?:insert|update|delete)\(\s*([a-z]\w*)\s*\)/g;
const rawWrite = /\b(?:insert into|delete from|update)\s+([a-z_]+)\b(?=[^`]*`)/g;

/** The tables that a file writes, by Drizzle or in SQL. `declared`: variable name to table name. */
export function tablesWrittenIn(text: string, declared: ReadonlyMap<string, string>): Set<string> {
  const built = [...text.matchAll(builderWrite)].map(([, name = ""]) => declared.get(name));
  const sql = [...text.matchAll(/sql(?:<[^`]*?>)?`[^`]*`/g)].flatMap(([statement]) =>
    [...statement.matchAll(rawWrite)].map(([, table]) => table),
  );
  return new Set(
    [...built, ...sql].filter((table) => table !== undefined && owners.has(table)) as string[],
  );
}

export function problemsWith(file: string, written: Iterable<string>): string[] {
  const allowed = exceptions[file] ?? [];
  return [...written]
    .filter((table) => !file.startsWith(owners.get(table) ?? "") && !allowed.includes(table))
    .map((table) => `${file} writes ${table}, which belongs to ${owners.get(table)}`);
}

export function declaredTables(): Map<string, string> {
  const declared = new Map<string, string>();
  for (const file of globSync("server/platform/database/schema*.ts", { cwd: root })) {
    const text = readFileSync(`${root}/${file}`, "utf8");
    for (const [, name = "", table = ""] of text.matchAll(/const (\w+) = pgTable\(\s*"(\w+)"/g)) {
      declared.set(name, table);
      if (!owners.has(table))
        throw new Error(`${file}: the table ${table} has no owner in modules.json`);
    }
  }
  return declared;
}

if (import.meta.main) {
  const declared = declaredTables();
  const files = globSync("server/**/*.ts", { cwd: root }).filter(
    (file) => !file.includes(".test."),
  );
  const problems = files.flatMap((file) =>
    problemsWith(file, tablesWrittenIn(readFileSync(`${root}/${file}`, "utf8"), declared)),
  );
  for (const problem of problems) console.error(problem);
  process.exit(problems.length > 0 ? 1 : 0);
}
