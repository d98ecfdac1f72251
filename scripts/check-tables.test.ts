import { expect, it } from "vitest";
import { problemsWith, tablesWrittenIn } from "./check-tables.ts";

it.each([
  ["db.insert(orders).values(row)", "orders"],
  ["await tx.update(users).set({ role })", "users"],
  ["db.delete(reviews).where(eq(reviews.id, id))", "reviews"],
  ["db.execute(sql`update parts set availabl_quantity = 0`)", "parts"],
  ["queryRows<Row>(db, sql`with a as (insert into jobs (id) values (1)) select 1`)", "jobs"],
])("sees who writes: %s", (code, table) => {
  expect([...tablesWrittenIn(code)]).toEqual([table]);
});

it("takes neither reads nor other collections for writes", () => {
  const code =
    "db.select().from(orders); sql`select update_count from parts for update`; seen.delete(key)";
  expect([...tablesWrittenIn(code)]).toEqual([]);
});

it("allows the owner, and nobody else", () => {
  expect(problemsWith("server/modules/orders/store.ts", ["orders"])).toEqual([]);
  expect(problemsWith("server/modules/reviews/store.ts", ["orders"])).toEqual([
    "server/modules/reviews/store.ts writes orders, which belongs to server/modules/orders/",
  ]);
});
