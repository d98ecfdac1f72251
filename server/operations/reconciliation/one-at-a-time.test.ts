import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { freshDatabase } from "#tests/database.ts";
import { inTurn, unlessTaken } from "./one-at-a-time.ts";

async function pool() {
  const connection = connect(await freshDatabase(), { most: 2 });
  onTestFinished(connection.close);
  return connection;
}

const one = async () => 1;

it("gets its turn where no connection is open yet", async () => {
  expect(await inTurn(await pool(), one)).toBe(1);
});

it("gets its turn while all connections that are open are busy, and takes none of them", async () => {
  const connection = await pool();
  const { db } = connection;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    expect(await unlessTaken(connection, one)).toBe(1);
    const both = Promise.all([queryRows(tx, sql`select 1`), queryRows(db, sql`select 2`)]);
    expect(await both).toHaveLength(2);
  });
});

it("lets only one at it, and the next one after it", async () => {
  const connection = await pool();
  await inTurn(connection, async () => {
    expect(await unlessTaken(connection, one)).toBeUndefined();
  });
  expect(await unlessTaken(connection, one)).toBe(1);
});
