import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { connect, type Database, type Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { createDatabase } from "#tests/create-database.ts";
import { addConsumer, consumeNext } from "./consume-events.ts";
import { followOutbox, maxAtOnce } from "./follow-outbox.ts";
import { type ShopEvent, storeEvents } from "./outbox.ts";

async function open() {
  const { db, close } = connect(await createDatabase());
  onTestFinished(close);
  const store = (tx: Queries, about: string) =>
    storeEvents(tx, [{ name: "part.changed", about, tags: [`part:${about}`] }]);
  /** A transaction that has stored its event and stays open until it is told to commit. */
  const begin = async (about: string) => {
    const [stored, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const done = inTransaction(db, async (tx) => {
      await store(tx, about);
      stored.resolve();
      await commit.promise;
    });
    await stored.promise;
    return async () => {
      commit.resolve();
      await done;
    };
  };
  return { db, store, begin };
}

async function follow(db: Database) {
  const read: string[] = [];
  const follower = await followOutbox(db, (events) => {
    read.push(...(events?.map(({ about }) => about) ?? ["too many"]));
  });
  return { read, follower };
}

it("reads an event whose transaction commits after one with a higher id", async () => {
  const { db, store, begin } = await open();
  const { read, follower } = await follow(db);
  const commit = await begin("slow");
  await store(db, "fast");
  await follower.catchUp();
  expect(read).toEqual(["fast"]);
  await commit();
  await follower.catchUp();
  await follower.catchUp();
  expect(read).toEqual(["fast", "slow"]);
});

it("does not read what was rolled back, nor what was committed before", async () => {
  const { db, store } = await open();
  await store(db, "before");
  const { read, follower } = await follow(db);
  await inTransaction(db, async (tx) => {
    await store(tx, "rolled back");
    throw new Error("rolled back");
  }).catch(() => {});
  await follower.catchUp();
  expect(read).toEqual([]);
});

it("reads each event of many overlapping transactions once", async () => {
  const { db, begin } = await open();
  const { read, follower } = await follow(db);
  const names = Array.from({ length: 120 }, (_, number) => `${number}`);
  const open6: (() => Promise<void>)[] = [];
  for (const name of names) {
    open6.push(await begin(name));
    // Commits out of order, the pool's size at a time.
    if (open6.length < 6) continue;
    await open6.splice((Number(name) * 7) % open6.length, 1)[0]?.();
    await follower.catchUp();
  }
  await Promise.all(open6.map((commit) => commit()));
  await follower.catchUp();
  expect(read.toSorted()).toEqual(names.toSorted());
});

it("catches up with what was committed before the call, while another read is under way", async () => {
  const { db, store } = await open();
  const { read, follower } = await follow(db);
  const reading = follower.catchUp();
  await store(db, "one");
  await follower.catchUp();
  expect(read).toEqual(["one"]);
  await reading;
});

it("hands a consumer each event once, in order, with its effects", async () => {
  const { db, store, begin } = await open();
  await db.execute(sql`create table effects (about text)`);
  let isFailing = false;
  const consumer = {
    name: "letters",
    handle: async (tx: Queries, events: ShopEvent[]) => {
      for (const { about } of events) await tx.execute(sql`insert into effects values (${about})`);
      if (isFailing) throw new Error("no paper");
    },
  };
  const effects = () => db.select({ about: sql<string>`about` }).from(sql`effects`);
  await addConsumer(db, consumer);
  const commit = await begin("slow");
  await store(db, "fast");
  await consumeNext(db, consumer);
  expect(await effects()).toEqual([]);
  await commit();
  isFailing = true;
  // Transactions of other databases of the cluster hold events back, too.
  const fails = () => consumeNext(db, consumer).then(String, String);
  await expect.poll(fails).toContain("no paper");
  expect(await effects()).toEqual([]);
  isFailing = false;
  await addConsumer(db, consumer);
  const consumed = async () => {
    await Promise.all([consumeNext(db, consumer), consumeNext(db, consumer)]);
    return effects();
  };
  await expect.poll(consumed).toEqual([{ about: "slow" }, { about: "fast" }]);
});

it("says so when there are more events than it hands over, and goes on behind them", async () => {
  const { db, store } = await open();
  const { read, follower } = await follow(db);
  const events = Array.from({ length: maxAtOnce + 1 }, (_, at) => {
    return { name: "part.changed", about: `${at}`, tags: ["part:one"] };
  });
  await storeEvents(db, events);
  await follower.catchUp();
  await store(db, "next");
  await follower.catchUp();
  expect(read).toEqual(["too many", "next"]);
});
