import { eq } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import type { PaymentRow } from "./store.ts";
import { payments } from "./tables.ts";

export async function listPayments(db: Queries, orderId: string): Promise<PaymentRow[]> {
  return db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.id);
}
