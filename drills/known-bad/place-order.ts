// Says that an order is placed as soon as the statement is run, and commits a little later.

import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Person } from "#contract/identity.ts";
import type { NewOrder, Order } from "#contract/orders.ts";
import { toCents } from "#contract/rules/money.ts";
import { insertOrder } from "#server/modules/orders/place-order.ts";
import { findOrderByKey, present } from "#server/modules/orders/store.ts";
import type { PaymentsContext } from "#server/modules/payments/context.ts";
import { inTransaction } from "#server/platform/database/connect.ts";

export async function placeOrder(shop: PaymentsContext, { _id: userId }: Person, body: NewOrder) {
  const { part: partId = "", key = "", totalPrice } = body;
  const earlier = await findOrderByKey(shop.db, { userId, key });
  if (earlier) return present(earlier);
  const hash = createHash("sha256").update(JSON.stringify(body)).digest();
  const wanted = { userId, partId, key, hash, totalCents: toCents(totalPrice), body };
  return new Promise<Order>((resolve, reject) => {
    inTransaction(shop.db, async (tx) => {
      const placed = await insertOrder(tx, wanted);
      if (!placed) throw new Error("Not placed");
      resolve(placed);
      await sleep(300);
    }).catch(reject);
  });
}
