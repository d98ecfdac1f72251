import type { SQL } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";

type Statement = { name: string | undefined; text: string; values: unknown[] };
type Client = { query(statement: Statement): Promise<{ rows: unknown[] }> };

/** For hand-written SQL. Timestamps and bigints come as text. */
export async function queryRows<Row = Record<string, unknown>>(
  db: Pick<NodePgDatabase, "execute">,
  query: SQL,
): Promise<Row[]> {
  const { rows } = await db.execute(query);
  return rows as Row[];
}

const dialect = new PgDialect();
const names = new Map<string, string>();
const preparing = new WeakSet<object>();

/** Other pools and connections keep no prepared statements. */
export function prepareFor(client: object): void {
  preparing.add(client);
}

/**
 * The same for a statement that is sent often, always with the same text and without timestamps:
 * each connection plans it once.
 */
export async function queryPrepared<Row = Record<string, unknown>>(
  { $client }: { $client: Client },
  query: SQL,
): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  const name = preparing.has($client) ? nameOf(text) : undefined;
  // Drizzle sends a statement when it is awaited, a microtask later: sent here at once, it would
  // overtake one that was asked for before.
  await undefined;
  const { rows } = await $client.query({ name, text, values });
  return rows as Row[];
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared_${names.size + 1}`;
  names.set(text, name);
  return name;
}
