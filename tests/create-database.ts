import { sql } from "drizzle-orm";
import { inject } from "vitest";
import { connect } from "#server/platform/database/connect.ts";

/** With all tables, and empty. */
export const createDatabase = () => databaseFrom("template_shop");

/** Without tables. */
export const createBareDatabase = () => databaseFrom("template0");

async function databaseFrom(template: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const { db, close } = connect(inject("postgresUrl"), { most: 1 });
  try {
    await db.execute(sql.raw(`create database ${name} template ${template} strategy file_copy`));
  } finally {
    await close();
  }
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}
