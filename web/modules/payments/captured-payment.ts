// Which payment of an order the card provider has taken, kept in this browser until the shop knows
// of it: neither after a reload nor in another tab is anybody asked to pay again.
import type { Order } from "#contract/orders.ts";
import { deleteDraft, readDraft, saveDraft } from "#web/app/drafts.ts";

const nameOf = ({ _id }: Order) => `payment:${_id}`;

export function saveCapturedPayment(order: Order, transactionId: string): void {
  saveDraft(nameOf(order), order.email, { transactionId }, "all tabs");
}

export function readCapturedPayment(order: Order): string | undefined {
  return readDraft(nameOf(order), order.email, "all tabs").transactionId;
}

export function deleteCapturedPayment(order: Order): void {
  deleteDraft(nameOf(order), "all tabs");
}
