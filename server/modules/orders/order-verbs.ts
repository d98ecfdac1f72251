import { allocateStock, beginPayment, markPaymentFailed, markProcessing } from "./begin-payment.ts";
import { cancelLines } from "./cancel-lines.ts";
import { confirmPromise } from "./confirm-promise.ts";
import { findWithLines } from "./find-with-lines.ts";
import { hasBought } from "./has-bought.ts";
import { markPaid } from "./mark-paid.ts";
import { isOfFormerCompany, lockOrder, moveOrder } from "./move-order.ts";
import { storeOrderEvent } from "./order-event.ts";
import { findLinkedOrder } from "./order-links.ts";
import { countReturned } from "./return-lines.ts";
import { shipLines, storeFulfilment } from "./ship-lines.ts";
import { storeRefunded } from "./store.ts";

export const orderVerbs = {
  allocateStock,
  beginPayment,
  cancelLines,
  confirmPromise,
  countReturned,
  findLinkedOrder,
  findWithLines,
  hasBought,
  isOfFormerCompany,
  lockOrder,
  markPaid,
  markPaymentFailed,
  markProcessing,
  moveOrder,
  shipLines,
  storeFulfilment,
  storeOrderEvent,
  storeRefunded,
};
export type OrderVerbs = typeof orderVerbs;
