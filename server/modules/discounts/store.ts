import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { discountUses } from "./tables.ts";

export type UseCount = { discount: string; all: number; own: number };

/** Unpaid orders count only while they hold their stock. */
export function countUses(
  db: Queries,
  ids: readonly string[],
  userId: string | null | undefined,
  exceptOrderId: string | null = null,
): Promise<UseCount[]> {
  return queryRows<UseCount>(
    db,
    sql`select u.discount, count(*)::int as all,
        count(*) filter (where u.user_id = ${userId ?? null}::uuid)::int as own
      from discount_uses u join orders o on o.id = u.order_id
      where u.discount = any(${sql.param(ids)}::text[])
        and u.order_id is distinct from ${exceptOrderId}::uuid
        and (o.payment_state in ('paid', 'processing', 'account')
          or o.payment_state = 'unpaid' and o.hold_until > clock_timestamp())
      group by u.discount`,
  );
}

export async function lockDiscounts(tx: Queries, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('discount ' || id, 0))
    from (select id from unnest(${sql.param(ids)}::text[]) as each(id) order by id) as sorted`);
}

export async function storeUses(
  tx: Queries,
  discounts: readonly string[],
  use: { orderId: string; userId: string },
): Promise<void> {
  if (discounts.length === 0) return;
  await tx.insert(discountUses).values(discounts.map((discount) => ({ discount, ...use })));
}
