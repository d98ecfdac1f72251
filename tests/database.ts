import postgres from "postgres";
import { inject } from "vitest";

/** A migrated, empty database of the test's own. */
export const freshDatabase = () => databaseFrom("template_shop");

/** One without tables. */
export const bareDatabase = () => databaseFrom("template0");

async function databaseFrom(template: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const sql = postgres(inject("postgresUrl"), { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`create database ${name} template ${template}`);
  } finally {
    await sql.end();
  }
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}
