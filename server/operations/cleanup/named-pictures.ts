import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

type TextColumn = { name: string; isBinary: boolean };

const textTypes = ["text", "character varying", "json", "jsonb", "ARRAY", "bytea"];

/** Every column that could name a picture. Taken from the database, so that none is forgotten. */
export async function listTextColumns(db: Queries): Promise<Map<string, TextColumn[]>> {
  const rows = await queryRows<TextColumn & { table: string }>(
    db,
    sql`select c.table_name as table, c.column_name as name, c.data_type = 'bytea' as "isBinary"
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE'
        and c.data_type = any(${sql.param(textTypes)}::text[])
      order by 1, 2`,
  );
  return Map.groupBy(rows, ({ table }) => table);
}

/** The names of pictures in all tables: also in earlier versions, audit entries and imported files. */
export async function findNamedPictures(db: Queries): Promise<Set<string>> {
  const named = new Set<string>();
  for (const [table, columns] of await listTextColumns(db)) {
    const text = sql.join(columns.map(readable), sql` || ' ' || `);
    const rows = await queryRows<{ name: string }>(
      db,
      sql`select distinct found[1] as name
        from (select ${text} as text from ${sql.identifier(table)}) each,
          regexp_matches(text, '/images/([0-9a-f]{32})/', 'g') found
        where text like '%/images/%'`,
    );
    for (const { name } of rows) named.add(name);
  }
  return named;
}

/** Binary are the files of imports, besides hashes. */
function readable({ name, isBinary }: TextColumn): SQL {
  const column = sql.identifier(name);
  const text = isBinary ? sql`encode(${column}, 'escape')` : sql`${column}::text`;
  return sql`coalesce(${text}, '')`;
}
