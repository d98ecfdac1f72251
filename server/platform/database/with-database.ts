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
type Use<Result> = (database: CommandDatabase) => Promise<Result>;

export async function withDatabase<Result>(
  where: Where,
  use: Use<Result>,
  { empty = false } = {},
): Promise<Result> {
  if (where.DATABASE_URL) return withConnection(where.DATABASE_URL, use);
  const running = await readRunningUrl(where.DATA_DIR);
  if (running && (await isReachable(running))) return withConnection(running, use);
  const { url, stop } = await startEmbeddedPostgres({ dataDir: where.DATA_DIR });
  try {
    if (!empty) await migrate(url);
    return await withConnection(url, use);
  } finally {
    await stop();
  }
}

async function withConnection<Result>(url: string, use: Use<Result>): Promise<Result> {
  const connection = connect(url, { most: 1 });
  try {
    return await use({ ...connection, url });
  } finally {
    await connection.close();
  }
}

function readRunningUrl(dataDir: string): Promise<string | undefined> {
  return readFile(join(dataDir, "postgres-url"), "utf8").catch(() => undefined);
}

/** A killed shop leaves its address behind. */
async function isReachable(url: string): Promise<boolean> {
  try {
    await withConnection(url, ({ db }) => queryRows(db, sql`select 1`));
    return true;
  } catch (error) {
    if (isDatabaseUnreachable(error)) return false;
    throw error;
  }
}
