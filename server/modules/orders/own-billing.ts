import { and, asc, eq, sql } from "drizzle-orm";
import type { OwnData } from "#contract/own-data.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { orders } from "./tables.ts";

export async function readOwnBilling(db: Queries, userId: string): Promise<OwnData["billing"]> {
  const { number: order, billTo, vatId } = orders;
  return db
    .select({ order, billTo, vatId })
    .from(orders)
    .where(and(eq(orders.userId, userId), sql`(${billTo} is not null or ${vatId} <> '')`))
    .orderBy(asc(orders.id));
}
