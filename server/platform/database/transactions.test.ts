// A connection that ends in the middle of a transaction fails that transaction and no other.
import { once } from "node:events";
import { type AddressInfo, createServer, connect as dial, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { createBareDatabase } from "#tests/create-database.ts";
import { random, randomBelow } from "#tests/random.ts";
import { connect, type Queries } from "./connect.ts";
import { inTransaction } from "./transaction.ts";

/** `SCHEDULES=10000` for the proof. */
const schedules = Number(process.env.SCHEDULES ?? 12);
const rolledBack = new Error("B rolls back");

/** The same database by a line that can be cut. */
async function openLine(databaseUrl: string) {
  const { port, hostname } = new URL(databaseUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = dial(Number(port), hostname);
    open.add(client.once("close", () => open.delete(client)));
    client.pipe(database).pipe(client);
    client.on("error", () => {}).once("close", () => database.destroy());
    database.on("error", () => {}).once("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, cut: () => open.forEach((socket) => void socket.resetAndDestroy()) };
}

async function open() {
  const url = await createBareDatabase();
  const line = await openLine(url);
  const pool = connect(line.url, { most: 1 });
  const other = connect(url, { most: 1 });
  onTestFinished(async () => {
    await Promise.all([pool.close(), other.close()]);
  });
  await other.db.execute(
    sql`create table written (number integer generated always as identity, by text)`,
  );
  const namesWritten = () =>
    other.db.select({ by: sql`by` }).from(sql`written`).orderBy(sql`number`);
  const sessions = () => other.db.$count(sql`pg_stat_activity`, isIdle);
  const terminate = () =>
    other.db.execute(sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where ${isIdle}`);
  return { db: pool.db, cut: line.cut, namesWritten, sessions, terminate };
}

const isIdle = sql`state = 'idle in transaction' and datname = current_database()`;
const write = (tx: Queries, by: string) => tx.execute(sql`insert into written (by) values (${by})`);

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

it("at any moment, another transaction that waits is whole or rolled back", {
  timeout: 3_600_000,
}, async () => {
  const { db, cut, namesWritten, terminate } = await open();
  const ends = {
    terminate,
    cut: async () => cut(),
    timeOut: async (tx: Queries) => {
      await tx.execute(sql`set idle_in_transaction_session_timeout = 5`);
      await sleep(20);
    },
  };
  const written: string[] = [];
  for (let number = 0; number < schedules; number++) {
    const [cause = "cut"] = Object.keys(ends).slice(number % 3) as (keyof typeof ends)[];
    const isCommitted = random() < 0.5;
    const [before, after] = [number % 2, randomBelow(3)];
    const a = inTransaction(db, async (tx) => {
      for (let times = 0; times <= before; times++) await write(tx, `A ${number}`);
      await ends[cause](tx);
      if (after > 0) await sleep(after);
      await write(tx, `A ${number} again`);
    });
    const b = inTransaction(db, async (tx) => {
      await write(tx, `B ${number}`);
      await write(tx, `B ${number} again`);
      if (!isCommitted) throw rolledBack;
    });
    const [endOfA, endOfB] = await Promise.allSettled([a, b]);
    expect(endOfA.status, cause).toBe("rejected");
    expect(endOfB, cause).toEqual(
      isCommitted ? { status: "fulfilled" } : { status: "rejected", reason: rolledBack },
    );
    if (isCommitted) written.push(`B ${number}`, `B ${number} again`);
  }
  expect(await namesWritten()).toEqual(written.map((by) => ({ by })));
});
