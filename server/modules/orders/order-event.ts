import { sql } from "drizzle-orm";
import { ordersOf, orderTag } from "#contract/tags.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";
import { insertEvents } from "#server/platform/events/outbox.ts";

type EventName = `order.${string}`;
type Order = { id: string; userId: string | null; state?: string };

export const storeOrderEvent = (tx: Queries, name: EventName, order: Order): Promise<void> =>
  storeOrderEvents(tx, name, [order]);

export async function storeOrderEvents(
  tx: Queries,
  name: EventName,
  orders: readonly Order[],
): Promise<void> {
  const rows = orders.map(({ id, userId, state }) => ({
    id,
    tags: ["orders", orderTag(id), ...(userId ? [ordersOf(userId)] : [])],
    data: { ...(state && { state }) },
  }));
  await queryPrepared(
    tx,
    insertEvents(sql`
      select ${name}, given.id::text, given.tags || array(
          select ${ordersOf("")} || m.user_id from orders o
          join company_members m on m.company_id = o.company_id
          where o.id = given.id and m.user_id is distinct from o.user_id), given.data
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) given (id uuid, tags text[], data jsonb)`),
  );
}
