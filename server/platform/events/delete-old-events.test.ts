import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { createDatabase } from "#tests/create-database.ts";
import { addConsumer, consumeNext } from "./consume-events.ts";
import { deleteOldEvents } from "./delete-old-events.ts";

async function open() {
  const { db, close } = connect(await createDatabase());
  onTestFinished(close);
  const add = (count: number, age: string) =>
    db.execute(sql`insert into outbox (name, about, tags, data, at)
      select 'part.changed', at::text, '{parts}', '{}', now() - ${age}::interval
      from generate_series(1, ${count}) at`);
  const count = async () => (await queryRows(db, sql`select from outbox`)).length;
  return { db, add, count };
}

it("deletes events older than a day, in batches, and no others", async () => {
  const { db, add, count } = await open();
  await add(5_000, "25 hours");
  await add(10, "23 hours");
  // Every statement is bounded: larger ones are refused here.
  await db.execute(sql`create function refuse_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > 2000 then raise 'too many at once'; end if;
      return null;
    end $$`);
  await db.execute(sql`create trigger bounded after delete on outbox
    referencing old table as gone for each statement execute function refuse_many()`);
  expect(await deleteOldEvents(db)).toBe(5_000);
  expect(await count()).toBe(10);
});

it("keeps what a consumer has not handled", async () => {
  const { db, add, count } = await open();
  const consumer = { name: "slow", handle: async () => {} };
  await addConsumer(db, consumer);
  await add(300, "2 days");
  expect([await deleteOldEvents(db), await count()]).toEqual([0, 300]);
  // Waits for older transactions, those of other tests, too.
  await expect.poll(() => consumeNext(db, consumer)).toBe(true);
  await deleteOldEvents(db);
  expect(await count()).toBe(100);
});

it("stops between batches when the shop stops", async () => {
  const { db, add } = await open();
  await add(5_000, "2 days");
  expect(await deleteOldEvents(db, AbortSignal.abort())).toBe(2_000);
});
