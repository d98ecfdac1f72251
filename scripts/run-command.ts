// For commands on the shop's machine; they work whether it runs or not.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Database } from "#server/platform/database/connect.ts";
import { isDatabaseUnreachable } from "#server/platform/database/database-errors.ts";
import { EmbeddedPostgresError } from "#server/platform/database/embedded/start.ts";
import { withDatabase } from "#server/platform/database/with-database.ts";

/** An expected failure; its message says what to do. */
export class CommandError extends Error {}

export async function withShopDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATA_DIR = "./data" } = process.env;
  const dataDir = resolve(DATA_DIR);
  if (!DATABASE_URL && !existsSync(dataDir)) {
    throw new CommandError(
      `There is no shop in ${dataDir}: start it once, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  const where = { DATABASE_URL: DATABASE_URL || undefined, DATA_DIR: dataDir };
  return withDatabase(where, ({ db }) => work(db));
}

/** Prints the result or, for an expected failure, only its message. */
export function runCommand(command: () => Promise<string>): void {
  command().then(
    (done) => {
      console.log(done);
      process.exit(0);
    },
    (error) => {
      const kinds = [CommandError, EmbeddedPostgresError];
      const expected = kinds.some((kind) => error instanceof kind) || isDatabaseUnreachable(error);
      console.error(expected ? error.message : error);
      process.exit(1);
    },
  );
}
