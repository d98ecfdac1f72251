import postgres from "postgres";
import { expect, inject, it } from "vitest";
import { migrate } from "./migrate.ts";

it("migrates an empty database once, however many processes start at once", async () => {
  const admin = postgres(inject("postgresUrl"), { max: 1 });
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await admin.unsafe(`create database ${name}`);
  await admin.end();
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;

  await Promise.all(Array.from({ length: 6 }, () => migrate(url.href)));

  const sql = postgres(url.href, { max: 1 });
  const [row] = await sql`
    select count(*)::int as runs, count(distinct hash)::int as migrations
    from drizzle.__drizzle_migrations`;
  await sql.end();
  expect(row?.runs).toBe(row?.migrations);
  expect(row?.runs).toBeGreaterThanOrEqual(2);
});
