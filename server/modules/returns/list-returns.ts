import { eq } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import type { ReturnRow } from "./store.ts";
import { returns } from "./tables.ts";

export function listReturns(db: Queries, orderId: string): Promise<ReturnRow[]> {
  return db.select().from(returns).where(eq(returns.orderId, orderId)).orderBy(returns.number);
}
