import { and, eq, inArray, sql } from "drizzle-orm";
import { mostCounted } from "#contract/overview.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { heldDocuments } from "./tables.ts";

export async function holdDocuments(tx: Queries, orderId: string): Promise<void> {
  await tx.insert(heldDocuments).values({ orderId }).onConflictDoNothing();
}

export async function releaseDocuments(tx: Queries, orderId: string): Promise<void> {
  await tx.delete(heldDocuments).where(eq(heldDocuments.orderId, orderId));
}

type Held = { hasVatId: boolean; limit: number };

/** In the order in which they were paid. Without a VAT number, those without tax. */
export async function listHeld(db: Queries, { hasVatId, limit }: Held): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(orders.id, db.select({ id: heldDocuments.orderId }).from(heldDocuments)),
        hasVatId ? undefined : eq(orders.taxCents, 0),
      ),
    )
    .orderBy(sql`coalesce(${orders.paidAt}, ${orders.createdAt})`, orders.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function countHeldDocuments(db: Queries): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count
      from (select from ${heldDocuments} limit ${mostCounted}) found`,
  );
  return row?.count ?? 0;
}
