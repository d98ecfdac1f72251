// The commands of an operator: backup and restore.
import { join } from "node:path";
import { expect } from "vitest";
import { createBareDatabase } from "#tests/create-database.ts";
import { makeDataDir, type Program, runProgram } from "#tests/start-program.ts";
import type { Shop } from "./start-shop.ts";

type Place = { DATABASE_URL: string; DATA_DIR: string };

export const newFile = async () => join(await makeDataDir("backups "), "shop.tar");
export const newPlace = async (): Promise<Place> => ({
  DATABASE_URL: await createBareDatabase(),
  DATA_DIR: await makeDataDir(),
});
export const placeOf = ({ database, dataDir }: Shop): Place => ({
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
});

export function begin(
  command: "backup" | "restore",
  file: string,
  { DATA_DIR, ...env }: Place & Record<string, string>,
  folder?: string,
): Program {
  return runProgram(process.execPath, [`scripts/${command}.ts`, file], DATA_DIR, env, folder);
}

/** A restore ends with 0 only where the restored orders, payments and stock balance. */
export async function complete(program: Program): Promise<void> {
  expect(await program.ended, program.said()).toBe(0);
}
