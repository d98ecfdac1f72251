import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import type { findAccount } from "#server/modules/accounts/receipts.ts";
import type { listBasketParts } from "#server/modules/catalog/list-basket-parts.ts";
import type { listDocuments } from "#server/modules/invoices/store.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";
import type { findLosses } from "#server/modules/losses/store.ts";
import type { findNamedOrder } from "#server/modules/orders/find-named-order.ts";
import type { listOwnOrders } from "#server/modules/orders/list-orders.ts";
import type { storeNote } from "#server/modules/orders/note-store.ts";
import type { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import type { findLinkedOrder } from "#server/modules/orders/order-links.ts";
import type { presentOne } from "#server/modules/orders/store.ts";
import type { listPayments } from "#server/modules/payments/list-payments.ts";
import type { listRefunds } from "#server/modules/refunds/list-refunds.ts";
import type { countRefundedPieces } from "#server/modules/refunds/refund-lines.ts";
import type { listReturns } from "#server/modules/returns/list-returns.ts";
import type {
  findShipments,
  presentShipment,
  presentToCustomer,
} from "#server/modules/shipments/store.ts";

/** Of each module what it tells of an order; this one has no SQL of its own. */
export type OrderPagesContext = Context & {
  letters: Letters;
  settings: () => Promise<Settings>;
  orderPages: {
    findNamedOrder: typeof findNamedOrder;
    findLinkedOrder: typeof findLinkedOrder;
    listOwnOrders: typeof listOwnOrders;
    presentOne: typeof presentOne;
    listParts: typeof listBasketParts;
    listPayments: typeof listPayments;
    listRefunds: typeof listRefunds;
    findShipments: typeof findShipments;
    findLosses: typeof findLosses;
    findOrderAccount: typeof findAccount;
    listReturns: typeof listReturns;
    presentShipment: typeof presentShipment;
    presentToCustomer: typeof presentToCustomer;
    countRefundedPieces: typeof countRefundedPieces;
    listDocuments: typeof listDocuments;
    storeNote: typeof storeNote;
    storeOrderEvent: typeof storeOrderEvent;
  };
};
