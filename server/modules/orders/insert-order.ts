import { sql } from "drizzle-orm";
import type { NewOrder, Order } from "#contract/orders.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { type OrderColumns, present } from "./store.ts";

export type OrderRecord = {
  id: string;
  lineId: string;
  userId: string;
  partId: string;
  partNumber: string;
  key: string;
  hash: Buffer;
  priceCents: number;
  totalCents: number;
  createdAt: Date;
  holdUntil: Date | undefined;
  body: NewOrder;
};

/** The order with its line, in one statement: a trigger compares their sums. */
export async function insertOrder(tx: Queries, order: OrderRecord): Promise<Order> {
  const { id, lineId, userId, partId, partNumber, key, hash, priceCents, totalCents, createdAt } =
    order;
  const { name, email, phone, address, productName, quantity } = order.body;
  const holdUntil = order.holdUntil ?? null;
  const placed = await queryRows<{ number: string; legalVersions: OrderColumns["legalVersions"] }>(
    tx,
    sql`
    with placed as (
      insert into orders (id, user_id, part_id, request_key, request_hash, name, email, phone,
        address, product_name, quantity, price_cents, goods_cents, total_cents, payment_state,
        hold_until, created_at)
      values (${id}, ${userId}, ${partId}, ${key}, ${hash}, ${name}, ${email}, ${phone}, ${address},
        ${productName}, ${quantity}, ${priceCents}, ${totalCents}, ${totalCents}, 'unpaid',
        ${holdUntil?.toISOString() ?? null}, ${createdAt.toISOString()})
      returning id, number, legal_versions
    ),
    line as (
      insert into order_lines (id, order_id, position, kind, part_id, part_number, name,
        quantity, list_cents, unit_cents, total_cents, due_cents)
      select ${lineId}::uuid, id, 1, 'part', ${partId}::uuid, ${partNumber}::text,
        ${productName}, ${quantity}::int, ${priceCents}::bigint, ${priceCents}::bigint, ${totalCents}::bigint, ${totalCents}::bigint
      from placed
    )
    select number, legal_versions as "legalVersions" from placed`,
  );
  const { number, legalVersions = null } = placed[0] ?? { number: 0 };
  const amounts = { ...none, quantity, totalCents };
  const row = { ...order.body, id, partId, priceCents, createdAt, holdUntil, ...amounts };
  const states = { state: "unpaid", paymentState: "unpaid", fulfilmentState: "none" };
  const added = { goodsCents: totalCents, number: Number(number), transactionId: null };
  const own = { reference: "", delivery: {}, pricing: {}, legalVersions, dueOn: null };
  const untaxed = { taxMode: "none" };
  const line = {
    id: lineId,
    orderId: id,
    position: 1,
    kind: "part",
    parentId: null,
    partId,
    ...amounts,
    partNumber,
    name: productName,
    listCents: priceCents,
    unitCents: priceCents,
    dueCents: totalCents,
    taxClass: "standard",
    taxRateBp: 0,
    cancelled: 0,
    shipped: 0,
    returned: 0,
    lost: 0,
    replaced: 0,
  };
  return present({ ...row, ...states, ...added, ...own, ...untaxed }, [line]);
}

const none = {
  discountCents: 0,
  depositCents: 0,
  deliveryCents: 0,
  taxCents: 0,
  refundedCents: 0,
};
