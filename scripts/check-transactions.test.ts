import { expect, it } from "vitest";
import { foreignWaits } from "./check-transactions.ts";

const within = (statement: string) => `
  export const work = (shop, db) =>
    inTransaction(db, async (tx) => {
      ${statement}
    });`;

it.each([
  'await fetch("https://example.com");',
  "await shop.db.select().from(parts);",
  "const found = shop.db.select().from(parts);",
  "await shop.provider.findIntent(id);",
  "await provider.refund({ amount: 1 });",
  "await db.select().from(parts);",
  "await lockOrder(db, id);",
  "await sleep(500);",
  "await Promise.all([lockOrder(tx, id), fetch(url)]);",
  "await pipeline(lockOrder(tx, id), fetch(url));",
  "for await (const row of book.listIntents()) count(row);",
  "for (const id of ids) await hashPassword(id);",
])("is found: %s", (statement) => {
  expect(foreignWaits("sample.ts", within(statement))).not.toEqual([]);
});

it.each([
  "await tx.select().from(parts).where(eq(parts.id, id));",
  "await tx.execute(sql`select 1`);",
  "return findOrder(tx, id);",
  "const order = await lockOrder(tx, id);",
  "await startSession({ origin, db: tx }, caller);",
  "const [order, payment] = await pipeline(lockOrder(tx, id), lockPayment(tx, id));",
  "const query = tx.select().from(parts); await query.limit(1);",
  "const query = tx.select().from(parts); await (limit ? query.limit(limit) : query);",
])("is allowed: %s", (statement) => {
  expect(foreignWaits("sample.ts", within(statement))).toEqual([]);
});

it("looks into functions that may be given a transaction", () => {
  const helper = (statement: string) =>
    `export async function settle(db: Queries, id: string) { ${statement} }`;
  expect(foreignWaits("sample.ts", helper("await db.select().from(orders);"))).toEqual([]);
  expect(foreignWaits("sample.ts", helper("await provider.findIntent(id);"))).toHaveLength(1);
});

it.each([
  "inTransaction(db, (tx) => fetch(url))",
  "dedicated.db.transaction((tx) => fetch(url))",
  "lockThenWrite(db, (tx) => lockStock(tx), (tx) => fetch(url))",
  "lockThenWrite(db, (tx) => fetch(url), (tx) => place(tx))",
])("looks into a transaction that is one expression: %s", (transaction) => {
  expect(foreignWaits("sample.ts", `const go = () => ${transaction};`)).toHaveLength(1);
});
