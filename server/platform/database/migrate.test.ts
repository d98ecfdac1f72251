import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, it, onTestFinished } from "vitest";
import { createBareDatabase } from "#tests/create-database.ts";
import { connect } from "./connect.ts";
import { migrate, migrationsFolder } from "./migrate.ts";
import { queryRows } from "./query-rows.ts";
import { requireRelease } from "./require-release.ts";

it("migrates an empty database once, however many processes start at once", async () => {
  const url = await createBareDatabase();

  await Promise.all(Array.from({ length: 6 }, () => migrate(url)));

  const { db, close } = connect(url, { most: 1 });
  onTestFinished(close);
  const [row] = await queryRows<{ runs: number; migrations: number }>(
    db,
    sql`
    select count(*)::int as runs, count(distinct hash)::int as migrations
    from drizzle.__drizzle_migrations`,
  );
  expect(row?.runs).toBe(row?.migrations);
  expect(row?.runs).toBeGreaterThanOrEqual(2);
});

it("applies migrations in the order of their times, by which a restore knows them", () => {
  const times = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

it("lets no release beside it that knows neither roles nor parcels", async () => {
  const url = await createBareDatabase();
  await migrate(url);
  const { db, close } = connect(url, { most: 1 });
  onTestFinished(close);
  const tags = globSync(`${migrationsFolder}/*.sql`).map((file) => basename(file, ".sql"));
  await requireRelease(db, tags);
  const earlier = tags.filter((tag) => tag < "0046");
  await expect(requireRelease(db, earlier)).rejects.toThrow("0046_shipments_and_order_pages");
});

it("names the oldest release that may run beside, where a migration removes what others use", () => {
  const files = globSync(`${migrationsFolder}/*.sql`).filter((file) => !/\/00(0|1)/.test(file));
  const removing = files.filter((file) => {
    const text = readFileSync(file, "utf8");
    const isRemoving = /\bDROP (TABLE|COLUMN|FUNCTION)\b|\bRENAME\b|\bSET NOT NULL\b/i.test(text);
    return isRemoving && !text.includes('"oldest_release"');
  });
  expect(removing).toEqual([]);
});
