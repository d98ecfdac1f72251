import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** All with the same columns. The text is the same for one and for many, so it can be prepared. */
export function insertRows<Table extends PgTable>(
  table: Table,
  rows: readonly Table["$inferInsert"][],
): SQL {
  const given = Object.entries(rows[0] ?? {}).filter(([, value]) => value !== undefined);
  const all = getTableColumns(table);
  const columns = given.map(([key]) => {
    const column = all[key];
    if (!column) throw new Error(`${getTableName(table)} has no column ${key}`);
    return { key, name: `"${column.name}"`, type: column.getSQLType() };
  });
  const names = columns.map(({ name }) => name).join(", ");
  const types = columns.map(({ key, type }) => `"${key}" ${type}`).join(", ");
  const keys = columns.map(({ key }) => `"${key}"`).join(", ");
  return sql`${sql.raw(`insert into "${getTableName(table)}" (${names}) select ${keys} from jsonb_to_recordset(`)}${toJson(rows)}${sql.raw(`::jsonb) as given (${types})`)}`;
}

function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows.map((row) => Object.fromEntries(Object.entries(row).map(toText))));
}

/** Bytes as PostgreSQL writes them. */
const toText = ([key, value]: [string, unknown]) => [
  key,
  Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value,
];
