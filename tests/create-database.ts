import pg from "pg";
import { inject } from "vitest";

const created: string[] = [];

/** With all tables and the shop's company, so that invoices have a seller. */
export const createDatabase = () => databaseFrom("template_shop");

/** With all tables, and empty. */
export const createEmptyDatabase = () => databaseFrom("template_empty");

/** Without tables. */
export const createBareDatabase = () => databaseFrom("template0");

async function databaseFrom(template: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await withClient((client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  created.push(name);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

/** Those of the file that ends: together they would need gigabytes. */
export async function dropDatabases(): Promise<void> {
  const names = created.splice(0);
  if (names.length === 0) return;
  await withClient(async (client) => {
    const { rows } = await client.query(
      `select datname as name from pg_database where datname = any($1)
        and not exists (select from pg_stat_activity where datid = pg_database.oid)`,
      [names],
    );
    for (const { name } of rows) await client.query(`drop database ${name}`);
  });
}

async function withClient<Result>(use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
