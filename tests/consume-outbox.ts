// A program with a consumer of events, which writes a row for each and waits so many seconds for
// each: `consume-outbox.ts URL NAME SECONDS`.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { connect, type Queries } from "#server/platform/database/connect.ts";
import { addConsumer, consumeNext } from "#server/platform/events/consume-events.ts";
import type { ShopEvent } from "#server/platform/events/outbox.ts";

const [url = "", name = "", seconds = "0"] = process.argv.slice(2);
const { db } = connect(url, { most: 2 });
const consumer = {
  name,
  handle: async (tx: Queries, events: ShopEvent[]) => {
    const ids = events.map(({ id }) => id);
    await tx.execute(sql`
      insert into effects select ${name}, id from unnest(${sql.param(ids)}::bigint[]) id`);
    await tx.execute(sql`select pg_sleep(${Number(seconds) * ids.length})`);
  },
};
await addConsumer(db, consumer);
console.log(`Ready: ${name}`);
for (;;) if (!(await consumeNext(db, consumer))) await sleep(20);
