import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { createDatabase } from "#tests/create-database.ts";
import { tryWithLock, withCheckLock } from "./check-lock.ts";

async function pool() {
  const connection = connect(await createDatabase(), { most: 2 });
  onTestFinished(connection.close);
  return connection;
}

const one = async () => 1;

it("acquires the lock where no connection is open yet", async () => {
  expect(await withCheckLock(await pool(), one)).toBe(1);
});

it("acquires the lock while the whole pool is busy, on its own connection", async () => {
  const connection = await pool();
  const { db } = connection;
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select 1`);
    expect(await tryWithLock(connection, one)).toBe(1);
    const both = Promise.all([queryRows(tx, sql`select 1`), queryRows(db, sql`select 2`)]);
    expect(await both).toHaveLength(2);
  });
});

it("admits one at a time", async () => {
  const connection = await pool();
  await withCheckLock(connection, async () => {
    expect(await tryWithLock(connection, one)).toBeUndefined();
  });
  expect(await tryWithLock(connection, one)).toBe(1);
});
