// The shop's database, for a command that is run beside the shop or without it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Connection, connect } from "./connect.ts";
import { isDatabaseUnreachable } from "./database-errors.ts";
import { startEmbeddedPostgres } from "./embedded/start.ts";
import { migrate } from "./migrate.ts";
import { queryRows } from "./query-rows.ts";

type Where = { DATABASE_URL?: string | undefined; DATA_DIR: string };
export type CommandDatabase = Connection & { url: string };
type Use<Result> = (borrowed: CommandDatabase) => Promise<Result>;

/** `empty`: for who fills it, tables and all. */
export async function withDatabase<Result>(
  where: Where,
  use: Use<Result>,
  { empty = false } = {},
): Promise<Result> {
  const running = where.DATABASE_URL ?? (await addressOfRunning(where.DATA_DIR));
  if (running && (where.DATABASE_URL || (await isThere(running)))) return withIn(running, use);
  const { url, stop } = await startEmbeddedPostgres({ dataDir: where.DATA_DIR });
  try {
    if (!empty) await migrate(url);
    return await withIn(url, use);
  } finally {
    await stop();
  }
}

async function withIn<Result>(url: string, use: Use<Result>): Promise<Result> {
  const connection = connect(url, { most: 1 });
  try {
    return await use({ ...connection, url });
  } finally {
    await connection.close();
  }
}

/** Where the shop runs that brought its own PostgreSQL. */
function addressOfRunning(dataDir: string): Promise<string | undefined> {
  return readFile(join(dataDir, "postgres-url"), "utf8").catch(() => undefined);
}

/** A shop that was killed leaves its address behind. */
async function isThere(url: string): Promise<boolean> {
  try {
    await withIn(url, ({ db }) => queryRows(db, sql`select 1`));
    return true;
  } catch (error) {
    if (isDatabaseUnreachable(error)) return false;
    throw error;
  }
}
