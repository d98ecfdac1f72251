// Processes share background work by leases.

import { expect, it } from "vitest";
import { payments } from "#server/modules/payments/tables.ts";
import { allModules } from "#server/modules.ts";
import { deleteExpired } from "#server/operations/cleanup/delete-expired.ts";
import { limits } from "#server/platform/rate-limits/tables.ts";
import { addLimits } from "#tests/builders/limit.ts";
import { makePaymentsDue } from "#tests/builders/payment.ts";
import { timeAgo, timeFromNow } from "#tests/builders/time.ts";
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
  const looks = async () => (await db.select().from(payments)).map(({ checks }) => checks);
  await makePaymentsDue(db, { checks: 0 });
  await Promise.all([first, second, first, second].map(({ shop }) => reconcileDuePayments(shop)));
  expect(await looks()).toEqual([1, 1, 1, 1, 1, 1]);
  // That is no matter of course: were they due again, each would be looked at again.
  await makePaymentsDue(db);
  await reconcileDuePayments(second.shop);
  expect(await looks()).toEqual([2, 2, 2, 2, 2, 2]);
});

it("several processes delete expired rows at once", async () => {
  const first = await openShop();
  const second = await openShop({ databaseUrl: first.databaseUrl });
  const { db } = first.shop;
  await addLimits(db, "over", 1_000, timeAgo({ hours: 1 }));
  await addLimits(db, "not over", 1_000, timeFromNow({ hours: 1 }));
  await Promise.all(
    [first, second, first, second].map(({ shop }) => deleteExpired(shop.db, allModules.expires)),
  );
  expect(await db.$count(limits)).toBe(1_000);
});
