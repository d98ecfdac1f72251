import { desc, eq } from "drizzle-orm";
import type { OwnData } from "#contract/own-data.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { presentReturns } from "./store.ts";
import { returns } from "./tables.ts";

export async function readOwnReturns(db: Queries, userId: string): Promise<OwnData["returns"]> {
  const rows = await db
    .select({ row: returns })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(desc(returns.id));
  const found = rows.map(({ row }) => row);
  return presentReturns(db, found, "");
}
