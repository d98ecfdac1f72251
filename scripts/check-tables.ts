// Checks that each table is written only within the folder whose tables.ts defines it.
import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** By the name of the table in SQL. */
const owners = new Map<string, string>();
/** From the name of the constant to that of the table. */
const constants = new Map<string, string>();
for (const file of globSync("server/**/*.ts", { cwd: root })) {
  for (const [, name = "", table = ""] of read(file).matchAll(
    /const (\w+) = pgTable\(\s*"(\w+)"/g,
  )) {
    constants.set(name, table);
    owners.set(table, `${dirname(file)}/`);
  }
}

const builderWrite = /\.(?:insert|update|delete)\(\s*([a-z]\w*)\s*\)/g;
const rawWrite = /\b(?:insert into|delete from|update)\s+([a-z_]+)\b(?=[^`]*`)/g;

/** The tables that a file writes, by Drizzle or in SQL. */
export function tablesWrittenIn(text: string): Set<string> {
  const built = [...text.matchAll(builderWrite)].map(([, name = ""]) => constants.get(name));
  const sql = [...text.matchAll(/sql(?:<[^`]*?>)?`[^`]*`/g)].flatMap(([statement]) =>
    [...statement.matchAll(rawWrite)].map(([, table]) => table),
  );
  return new Set(
    [...built, ...sql].filter((table) => table !== undefined && owners.has(table)) as string[],
  );
}

export function problemsWith(file: string, written: Iterable<string>): string[] {
  return [...written]
    .filter((table) => !file.startsWith(owners.get(table) ?? ""))
    .map((table) => `${file} writes ${table}, which belongs to ${owners.get(table)}`);
}

function read(file: string): string {
  return readFileSync(`${root}/${file}`, "utf8");
}

if (import.meta.main) {
  const files = globSync("server/**/*.ts", { cwd: root }).filter(
    (file) => !file.includes(".test."),
  );
  const problems = files.flatMap((file) => problemsWith(file, tablesWrittenIn(read(file))));
  for (const problem of problems) console.error(problem);
  process.exit(problems.length > 0 ? 1 : 0);
}
