// The database as the configuration wants it: started if it is ours to start, migrated, and
// filled with the demo where that is wanted.
import { mkdir } from "node:fs/promises";
import { fillIfEmpty } from "#seed/fill.ts";
import { connect } from "./database/connect.ts";
import { startEmbeddedPostgres } from "./database/embedded/start.ts";
import { isDatabaseUnreachable } from "./database/failures.ts";
import { migrate } from "./database/migrate.ts";
import type { Env } from "./env.ts";

export class NoDatabase extends Error {}

export type OpenDatabase = { url: string; close(): Promise<void> };

export async function openDatabase(env: Env): Promise<OpenDatabase> {
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  const database = env.DATABASE_URL ? elsewhere(env.DATABASE_URL) : await embedded(env);
  try {
    await migrate(database.url).catch(explainUnreachable);
    if (env.fillWithDemo) await fill(env, database.url);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function elsewhere(url: string): OpenDatabase {
  return { url, close: async () => {} };
}

async function embedded(env: Env): Promise<OpenDatabase> {
  const log = (line: string) => console.error(line);
  const { url, stop, lost } = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log });
  void lost.then((error) => log(error.message));
  return { url, close: stop };
}

async function fill(env: Env, url: string): Promise<void> {
  const connection = connect(url, { most: 1 });
  try {
    await fillIfEmpty(connection, env.DATA_DIR);
  } finally {
    await connection.close();
  }
}

function explainUnreachable(error: unknown): never {
  if (!isDatabaseUnreachable(error)) throw error;
  const { message } = error as Error;
  throw new NoDatabase(`The database at DATABASE_URL cannot be reached: ${message}`);
}
