import { expect, it, onTestFinished } from "vitest";
import { connect } from "#server/database/connect.ts";
import { freshDatabase } from "#tests/database.ts";
import { inTurn, unlessTaken } from "./one-at-a-time.ts";

async function pool() {
  const { sql, close } = connect(await freshDatabase(), { most: 2 });
  onTestFinished(close);
  return sql;
}

const one = async () => 1;

it("gets its turn where no connection is open yet", async () => {
  expect(await inTurn(await pool(), one)).toBe(1);
});

it("gets its turn while all connections that are open are busy, and takes none of them", async () => {
  const sql = await pool();
  await sql.begin(async (within) => {
    await within`select 1`;
    expect(await unlessTaken(sql, one)).toBe(1);
    const both = Promise.all([within`select 1`, sql`select 2`]);
    expect(await both).toHaveLength(2);
  });
});

it("lets only one at it, and the next one after it", async () => {
  const sql = await pool();
  await inTurn(sql, async () => expect(await unlessTaken(sql, one)).toBeUndefined());
  expect(await unlessTaken(sql, one)).toBe(1);
});
