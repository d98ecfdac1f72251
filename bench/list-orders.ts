// The limit for a customer's list of orders: the shop's statement directly over the driver.
import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";
import { summarize } from "./row.ts";

const [url = "", person = "", concurrency = "", seconds = ""] = process.argv.slice(2);
const { db, close } = connect(url);
const times: number[] = [];
const end = performance.now() + Number(seconds) * 1_000;

await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    while (performance.now() < end) {
      const asked = performance.now();
      await db.execute(sql`
        select id, name, email, phone, address, product_name, quantity, price_cents, total_cents,
          state, transaction_id, part_id, created_at
        from orders
        where user_id = ${person} and state = any(string_to_array(${"unpaid paid"}, ' '))
          and id < ${"ffffffff-ffff-ffff-ffff-ffffffffffff"}
        order by id desc limit ${250}`);
      times.push(performance.now() - asked);
    }
  }),
);
await close();
console.log(JSON.stringify({ ...summarize(times), perSecond: times.length / Number(seconds) }));
