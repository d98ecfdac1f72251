import { eq } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { type RefundRow, refunds } from "./tables.ts";

export async function listRefunds(db: Queries, orderId: string): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(refunds.id);
}
