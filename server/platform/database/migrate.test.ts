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

it("lets no release beside it that needs what is dropped", async () => {
  const url = await createBareDatabase();
  await migrate(url);
  const { db, close } = connect(url, { most: 1 });
  onTestFinished(close);
  const tags = globSync(`${migrationsFolder}/*.sql`).map((file) => basename(file, ".sql"));
  await requireRelease(db, tags);
  const earlier = tags.filter((tag) => tag < "0091");
  await expect(requireRelease(db, earlier)).rejects.toThrow("0091_vat_checks");
});

const harmless = [
  // Lists no view whose author is gone, and keeps it.
  "0080_shared_views_stay",
];

it("names the oldest release that may run beside, where others would miss or not know a value", () => {
  const files = globSync(`${migrationsFolder}/*.sql`).filter((file) => !/\/00(0|1)/.test(file));
  const texts = files
    .sort()
    .map((file) => ({ tag: basename(file, ".sql"), text: readFileSync(file, "utf8") }));
  const raised = texts.flatMap(
    ({ text }) => /"oldest_release" SET "migration" = '(\w+)'/.exec(text)?.[1] ?? [],
  );
  const removes =
    /\bDROP (TABLE|COLUMN|FUNCTION|CONSTRAINT|NOT NULL)\b|\bRENAME\b|\bSET NOT NULL\b/i;
  const removing = texts.filter(({ text }) => removes.test(text)).map(({ tag }) => tag);
  const unknown = removing.filter((tag) => tag > `${raised.at(-1)}` && !harmless.includes(tag));
  expect(unknown).toEqual([]);
});
