// Tables as PostgreSQL itself writes them into a file and reads them again.
import { createReadStream, createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { TransactionSql } from "#server/database/connect.ts";
import type { TableCopy } from "./manifest.ts";

/** All tables, each after those that it refers to, and the columns that are not computed. */
export async function tablesOf(sql: TransactionSql): Promise<Omit<TableCopy, "rows">[]> {
  const found = await sql<{ name: string; columns: string; needs: string | null }[]>`
    select relname as name,
      (select string_agg(attname, ',' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select string_agg(confrelid::regclass::text, ',') from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as needs
    from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by relname`;
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

/** How many rows it has. */
export async function copyOut(
  sql: TransactionSql,
  { name, columns }: Omit<TableCopy, "rows">,
  file: string,
): Promise<number> {
  const from = await sql`copy ${sql(name)} (${sql(columns)}) to stdout`.readable();
  const counted = countRows();
  await pipeline(from, counted.stream, createGzip(), createWriteStream(file));
  return counted.rows();
}

export async function copyIn(
  sql: TransactionSql,
  { name, columns }: Omit<TableCopy, "rows">,
  file: string,
): Promise<number> {
  const into = await sql`copy ${sql(name)} (${sql(columns)}) from stdin`.writable();
  const counted = countRows();
  await pipeline(createReadStream(file), createGunzip(), counted.stream, into);
  return counted.rows();
}

/** In this form a row is a line: what ends a line within a text is written otherwise. */
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
