import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

export type DumpRow = Record<string, string | null>;

const copies = /^COPY (?:\w+\.)?(\w+) \((.+)\) FROM stdin;$/i;
const escapes: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** Rows of these tables, from a dump of PostgreSQL in its plain form. Nothing of it is executed. */
export async function* readDump(
  path: string,
  tables: ReadonlySet<string>,
): AsyncGenerator<{ table: string; row: DumpRow }> {
  let table: string | undefined;
  let columns: string[] = [];
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  for await (const line of lines) {
    if (table === undefined) {
      const [, name = "", written = ""] = copies.exec(line) ?? [];
      if (name === "") continue;
      table = name.toLowerCase();
      columns = written.split(",").map((column) => column.trim().replaceAll('"', "").toLowerCase());
    } else if (line === "\\.") table = undefined;
    else if (tables.has(table)) yield { table, row: toRow(columns, line) };
  }
}

function toRow(columns: readonly string[], line: string): DumpRow {
  const cells = line.split("\t");
  return Object.fromEntries(columns.map((column, at) => [column, decodeCell(cells[at])]));
}

function decodeCell(cell: string | undefined): string | null {
  if (cell === undefined || cell === "\\N") return null;
  return cell.replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign);
}
