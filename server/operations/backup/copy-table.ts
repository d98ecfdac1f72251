import { createReadStream, createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { from, to } from "pg-copy-streams";
import type { DedicatedConnection, Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { TableCopy } from "./manifest.ts";

/** Each table after those it refers to; without generated columns. */
export async function listTables(db: Pick<Queries, "execute">): Promise<Omit<TableCopy, "rows">[]> {
  const found = await queryRows<{ name: string; columns: string; needs: string | null }>(
    db,
    sql`
    select relname as name,
      (select string_agg(attname, ',' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select string_agg(confrelid::regclass::text, ',') from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as needs
    from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by relname`,
  );
  const sorted: (typeof found)[number][] = [];
  while (sorted.length < found.length) {
    const isThere = (name: string) => sorted.some((table) => table.name === name);
    const next = found.filter(
      ({ name, needs }) => !isThere(name) && (needs?.split(",") ?? []).every(isThere),
    );
    if (next.length === 0) throw new Error("The tables refer to each other in a circle");
    sorted.push(...next);
  }
  return sorted.map(({ name, columns }) => ({ name, columns: columns.split(",") }));
}

export async function exportTable(
  client: DedicatedConnection["client"],
  table: Omit<TableCopy, "rows">,
  file: string,
): Promise<number> {
  const rows = client.query(to(`copy ${columnsOf(table)} to stdout`));
  const counted = countRows();
  await pipeline(rows, counted.stream, createGzip(), createWriteStream(file));
  return counted.rows();
}

export async function importTable(
  client: DedicatedConnection["client"],
  table: Omit<TableCopy, "rows">,
  file: string,
): Promise<number> {
  const rows = client.query(from(`copy ${columnsOf(table)} from stdin`));
  const counted = countRows();
  await pipeline(createReadStream(file), createGunzip(), counted.stream, rows);
  return counted.rows();
}

function columnsOf({ name, columns }: Omit<TableCopy, "rows">): string {
  return `"${name}" (${columns.map((column) => `"${column}"`).join()})`;
}

/** COPY writes one line per row and escapes line breaks in text. */
function countRows() {
  let rows = 0;
  const stream = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) rows++;
      done(null, bytes);
    },
  });
  return { stream, rows: () => rows };
}
