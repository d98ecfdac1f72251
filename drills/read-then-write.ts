// The known-bad way to place an order, for the drills that must find it out: it looks what is
// there, and writes what is left, with time in between for others to do the same.
import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { toCents } from "#contract/rules/money.ts";
import { noSuchPart, orderProblem } from "#server/modules/orders/order-problem.ts";
import type { placeOrder } from "#server/modules/orders/place-order.ts";
import { findOrder } from "#server/modules/orders/store.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

/** `meanwhile` ends when it is time to write. */
export function readThenWrite(meanwhile: () => Promise<unknown> = () => setTimeout(5)) {
  const place: typeof placeOrder = async ({ db }, { _id: userId }, body) => {
    const { part: partId = "", quantity, totalPrice, key = newId() } = body;
    const totalCents = toCents(totalPrice);
    const no = await orderProblem(db, { partId, totalCents, body });
    const [seen] = await queryRows<{ stock: number; cents: string }>(
      db,
      sql`
      select availabl_quantity as stock, price_cents as cents from parts where id = ${partId}`,
    );
    if (no || !seen) return no ?? noSuchPart;
    await meanwhile();
    const id = newId();
    await db.execute(
      sql`update parts set availabl_quantity = ${seen.stock - quantity} where id = ${partId}`,
    );
    await db.execute(sql`insert into orders (id, user_id, part_id, request_key, request_hash, name, email,
        phone, address, product_name, quantity, price_cents, total_cents)
      values (${id}, ${userId}, ${partId}, ${key}, '', ${body.name}, ${body.email}, ${body.phone},
        ${body.address}, ${body.productName}, ${quantity}, ${seen.cents}, ${totalCents})`);
    return (await findOrder(db, id)) ?? noSuchPart;
  };
  return place;
}
