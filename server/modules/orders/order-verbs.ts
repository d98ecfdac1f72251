import { beginPayment, markPaymentFailed, markProcessing } from "./begin-payment.ts";
import { markPaid } from "./mark-paid.ts";
import { lockOrder, moveOrder } from "./move-order.ts";
import { storeOrderEvent } from "./order-event.ts";
import { storeRefunded } from "./store.ts";

/** What the modules that move money do with orders. */
export const orderVerbs = {
  beginPayment,
  lockOrder,
  markPaid,
  markPaymentFailed,
  markProcessing,
  moveOrder,
  storeOrderEvent,
  storeRefunded,
};
export type OrderVerbs = typeof orderVerbs;
