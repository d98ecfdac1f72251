// A connection that ends in the middle of a transaction fails that transaction and no other.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { createBareDatabase } from "#tests/create-database.ts";
import { connect, type Queries } from "./connect.ts";
import { inTransaction } from "./transaction.ts";

const rolledBack = new Error("B rolls back");

async function open() {
  const url = await createBareDatabase();
  const pool = connect(url, { most: 1 });
  const other = connect(url, { most: 1 });
  onTestFinished(async () => {
    await Promise.all([pool.close(), other.close()]);
  });
  await other.db.execute(sql`create table written (by text)`);
  const namesWritten = () => other.db.select({ by: sql`by` }).from(sql`written`);
  const sessions = () => other.db.$count(sql`pg_stat_activity`, sql`state = 'idle in transaction'`);
  const terminate = () =>
    other.db.execute(sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where state = 'idle in transaction'`);
  return { db: pool.db, namesWritten, sessions, terminate };
}

const write = (tx: Queries, by: string) => tx.execute(sql`insert into written values (${by})`);

it.each(["terminated", "idle for too long"])("a session that is %s", async (cause) => {
  const { db, namesWritten, sessions, terminate } = await open();
  const ended = Promise.withResolvers<void>();
  const a = inTransaction(db, async (tx) => {
    if (cause !== "terminated")
      await tx.execute(sql`set idle_in_transaction_session_timeout = 200`);
    await write(tx, "A");
    if (cause === "terminated") await terminate();
    else await expect.poll(sessions).toBe(0);
    ended.resolve();
    await sleep(500);
    await write(tx, "A again");
  });
  const b = ended.promise.then(() =>
    inTransaction(db, async (tx) => {
      await write(tx, "B");
      await sleep(1_000);
      throw rolledBack;
    }),
  );
  const [endOfA, endOfB] = await Promise.allSettled([a, b]);
  expect(endOfA.status).toBe("rejected");
  expect(endOfB).toEqual({ status: "rejected", reason: rolledBack });
  expect(await namesWritten()).toEqual([]);
});
