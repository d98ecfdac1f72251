import { markPaymentFailed, markProcessing } from "#server/modules/orders/begin-payment.ts";
import { lockOrder } from "#server/modules/orders/move-order.ts";
import { type Database, inTransaction } from "#server/platform/database/connect.ts";
import { retryOnConflict } from "#server/platform/database/retry-on-conflict.ts";
import { findOrder } from "./store.ts";

/** Keeps the stock while the bank decides. */
export async function recordProcessing(db: Database, orderId: string): Promise<void> {
  await retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      const isOpen = order?.paymentState === "unpaid" || order?.paymentState === "processing";
      if (order && isOpen) await markProcessing(tx, order);
    }),
  );
}

/** After it was processing: the customer may try another card. */
export async function recordDecline(db: Database, orderId: string): Promise<void> {
  const found = await findOrder(db, orderId, "anybody");
  if (found?.paymentState !== "processing") return;
  await retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (order) await markPaymentFailed(tx, order);
    }),
  );
}
