// A sign-in with a password that is being changed at the same moment.
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { openShop } from "#tests/open-shop.ts";
import { openVisitor, signUp } from "#tests/people.ts";

it("waits for the change, is refused by it, and leaves no session", async () => {
  const shop = await openShop();
  const { email, password, user } = await signUp(shop);
  const { db } = shop.shop;
  const sessions = () =>
    queryRows(db, sql`select id from sessions where user_id = ${user._id} order by id`);
  const before = await sessions();
  const browser = openVisitor(shop);
  let status = 0;
  let signIn: Promise<unknown> = Promise.resolve();
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`update users set password_hash = 'another' where id = ${user._id}`);
    signIn = browser.send("POST", "/api/identity/sign-in", { email, password }).then((answer) => {
      status = answer.status;
    });
    const waiting = sql`select from pg_locks where locktype = 'transactionid' and not granted`;
    await expect.poll(async () => status || (await queryRows(db, waiting)).length).toBe(1);
  });
  await signIn;
  expect(status).toBe(401);
  expect(browser.cookies.has("session")).toBe(false);
  expect(await sessions()).toEqual(before);
});
