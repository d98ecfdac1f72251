// Every change of stock. A trigger on `parts` stores the movement with the reason set here.
import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";

type Reason = { reason: string; order: string; user: string | null };

/** `shop.tells`: the change is published after the commit, because NOTIFY makes commits wait for each other. */
export const setStockReason = (reason: Reason) => sql`
  select set_config('shop.movement', ${JSON.stringify(reason)}, true),
    set_config('shop.tells', 'later', true)`;

type Reservation = { partId: string; name: string; quantity: number; totalCents: number };

/** For the statement that stores the order. Returns no row where the part does not allow it. */
export const reserveStock = ({ partId, name, quantity, totalCents }: Reservation) => sql`
  update parts set availabl_quantity = availabl_quantity - ${quantity}::int
  where id = ${partId}::uuid and name = ${name}
    and ${quantity}::int > minimum_quantity and ${quantity}::int < availabl_quantity
    and price_cents * ${quantity}::int = ${totalCents}::bigint
  returning id, price_cents`;

export async function returnStock(
  db: Queries,
  { partId, quantity }: { partId: string; quantity: number },
  reason: Reason,
): Promise<void> {
  await db.execute(sql`
    with reason as (${setStockReason(reason)})
    update parts set availabl_quantity = availabl_quantity + ${quantity}::int from reason
    where id = ${partId}`);
}
