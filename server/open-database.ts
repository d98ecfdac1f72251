import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { isEmpty } from "#seed/is-empty.ts";
import type { Env } from "./platform/config/env.ts";
import { connect } from "./platform/database/connect.ts";
import { isDatabaseUnreachable } from "./platform/database/database-errors.ts";
import { startEmbeddedPostgres } from "./platform/database/embedded/start.ts";
import { migrate } from "./platform/database/migrate.ts";
import { log } from "./platform/telemetry/log/log.ts";

export class DatabaseUnavailable extends Error {}

type Settings = Record<string, string>;
export type OpenDatabase = { url: string; close(): Promise<void> };

export async function openDatabase(env: Env, settings: Settings = {}): Promise<OpenDatabase> {
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  const database = env.DATABASE_URL ? elsewhere(env.DATABASE_URL) : await embedded(env);
  try {
    await migrate(database.url).catch(explainUnreachable);
    if (env.fillWithDemo) await fill(env, database.url, settings);
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
  const { url, stop } = await startEmbeddedPostgres({
    dataDir: env.DATA_DIR,
    notice: (message) => log.info(message),
    log: (line) => log.error(line),
  });
  return { url, close: stop };
}

async function fill(env: Env, url: string, settings: Settings): Promise<void> {
  const { db, close } = connect(url, { most: 1 });
  const isToBeFilled = await isEmpty(db).finally(close);
  if (isToBeFilled) await fillElsewhere(env, url, settings);
}

const seed = join(import.meta.dirname, "../seed/main.ts");

/** In its own process, because it needs much memory once. */
async function fillElsewhere({ DATA_DIR }: Env, url: string, settings: Settings): Promise<void> {
  const child = spawn(process.execPath, [seed], {
    env: { ...process.env, ...settings, DATABASE_URL: url, DATA_DIR },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("Could not fill the database with the demo");
}

function explainUnreachable(error: unknown): never {
  if (!isDatabaseUnreachable(error)) throw error;
  const { message } = error as Error;
  throw new DatabaseUnavailable(`The database at DATABASE_URL cannot be reached: ${message}`);
}
