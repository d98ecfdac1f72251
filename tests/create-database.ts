import pg from "pg";
import { inject } from "vitest";

/** With all tables, and empty. */
export const createDatabase = () => databaseFrom("template_shop");

/** Without tables. */
export const createBareDatabase = () => databaseFrom("template0");

async function databaseFrom(template: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await client.end();
  }
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}
