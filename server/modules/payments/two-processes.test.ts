// Processes share background work by leases.
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { deleteExpired } from "#server/operations/cleanup/delete-expired.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { openShop } from "#tests/open-shop.ts";
import { createClientSecret, openPayingShop, orderFirstPart } from "#tests/paying-shop.ts";
import { signUp } from "#tests/people.ts";
import { reconcileDuePayments } from "./reconcile-payments.ts";

it("one of two processes handles a due payment", async () => {
  const first = await openPayingShop({ webhooks: "hold" });
  const second = await openShop({ databaseUrl: first.databaseUrl, env: first.cards.env });
  const vera = await signUp(first);
  for (let count = 0; count < 6; count++)
    await createClientSecret(vera, await orderFirstPart(first, vera));
  const { db } = first.shop;
  const makeDue = () => queryRows(db, sql`update payments set next_check_at = now(), checks = 0`);
  const looks = async () => {
    const rows = await queryRows<{ checks: number }>(db, sql`select checks from payments`);
    return rows.map(({ checks }) => checks);
  };
  await makeDue();
  await Promise.all([first, second, first, second].map(({ shop }) => reconcileDuePayments(shop)));
  expect(await looks()).toEqual([1, 1, 1, 1, 1, 1]);
  // That is no matter of course: were they due again, each would be looked at again.
  await db.execute(sql`update payments set next_check_at = now()`);
  await reconcileDuePayments(second.shop);
  expect(await looks()).toEqual([2, 2, 2, 2, 2, 2]);
});

it("several processes delete expired rows at once", async () => {
  const first = await openShop();
  const second = await openShop({ databaseUrl: first.databaseUrl });
  const { db } = first.shop;
  await db.execute(sql`insert into limits (key, times, until)
    select 'limit ' || n, '{}', now() + case when n <= 1000 then -1 else 1 end * interval '1 hour'
    from generate_series(1, 2000) n`);
  await Promise.all([first, second, first, second].map(({ shop }) => deleteExpired(shop.db)));
  expect(await queryRows(db, sql`select count(*)::int as left from limits`)).toEqual([
    { left: 1_000 },
  ]);
});
