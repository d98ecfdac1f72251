// Writes docs/tables.md: the tables and what refers to what, from the schema itself. With `--check` it
// only compares.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";

const root = fileURLToPath(new URL("..", import.meta.url));

type Owned = { owner: string; table: PgTable };

async function readTables(): Promise<Owned[]> {
  const files = globSync("server/**/tables.ts", { cwd: root }).toSorted();
  const tables: Owned[] = [];
  for (const file of files) {
    const owner = basename(dirname(file));
    const exported = Object.values(await import(`${root}/${file}`));
    for (const table of exported) if (is(table, PgTable)) tables.push({ owner, table });
  }
  return tables;
}

function toEntity({ table }: Owned): string {
  const { name, columns } = getTableConfig(table);
  const lines = columns.map((column) => {
    const type = column.getSQLType().replace(/\W+/g, "_");
    return `    ${type} ${column.name}${column.primary ? " PK" : ""}`;
  });
  return [`  ${name} {`, ...lines, "  }"].join("\n");
}

function toReferences({ table }: Owned): string[] {
  const { name, foreignKeys } = getTableConfig(table);
  return foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference();
    const isOptional = columns.some(({ notNull }) => !notNull);
    const label = columns.map((column) => column.name).join(", ");
    return `  ${getTableConfig(foreignTable).name} ${isOptional ? "|o" : "||"}--o{ ${name} : "${label}"`;
  });
}

/** By the name of the column: rows of another module may be gone. */
function toLooseReferences({ table }: Owned, names: readonly string[]): string[] {
  const { name, columns, foreignKeys } = getTableConfig(table);
  const bound = new Set(foreignKeys.flatMap((key) => key.reference().columns));
  return columns.flatMap((column) => {
    const to = `${column.name.replace(/_id$/, "")}s`;
    const isLoose = column.getSQLType() === "uuid" && names.includes(to) && !bound.has(column);
    return isLoose ? [`  ${to} |o..o{ ${name} : "${column.name}"`] : [];
  });
}

const tables = await readTables();
const names = tables.map(({ table }) => getTableConfig(table).name);
const owners = [...new Set(tables.map(({ owner }) => owner))];
const list = owners.map((owner) => {
  const own = names.filter((_, at) => tables[at]?.owner === owner);
  return `| ${owner} | ${own.join(", ")} |`;
});
const file = `${root}/docs/tables.md`;
const page = `# Tables

Written by \`npm run tables\` from the \`tables.ts\` of each module. Rows of another module are referred to by
id, without a foreign key, where they may outlive each other (dotted lines).

| Owner | Tables |
|---|---|
${list.join("\n")}

\`\`\`mermaid
erDiagram
${[...tables.map(toEntity), ...tables.flatMap(toReferences), ...tables.flatMap((each) => toLooseReferences(each, names))].join("\n")}
\`\`\`
`;

if (!process.argv.includes("--check")) writeFileSync(file, page);
else if (readFileSync(file, "utf8") !== page) {
  console.error("docs/tables.md shows other tables than there are: run `npm run tables`");
  process.exit(1);
}
